import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { renderMail } from '#platform/server/mail-layout.ts'
import { sendMessage } from '#platform/server/messages.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import en from '../texts/security-mail.en.json' with { type: 'json' }
import es from '../texts/security-mail.es.json' with { type: 'json' }
import type { Origin } from './account-event.ts'
import { deviceOf, placeOf } from './device.ts'
import { hashCode, newCode } from './secret-hash.ts'

const texts = createTexts({ en, es })
type Translate = ReturnType<typeof texts>

/** What an owner is told of; each has its title and text in `texts/security-mail.*.json`. */
export type SecurityMailKind =
  | 'passwordChanged'
  | 'passwordReset'
  | 'emailChanged'
  | 'phoneChanged'
  | 'factorAdded'
  | 'factorRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'recoveryCodesMade'
  | 'recoveryCodeUsed'
  | 'signInServiceLinked'
  | 'signInServiceUnlinked'
  | 'rolesChanged'
  | 'organizationChanged'
  | 'impersonated'

export interface SecurityMailDetails extends Origin {
  /** The address before a change of it: the mail goes there, for its reader is the one who must object. */
  formerEmail?: string
  /** For emailChanged: what the address is now. */
  newEmail?: string
  /** For impersonated: who acts, and why. */
  by?: string
  reason?: string
}

const getOwner = (database: Database, accountId: string) =>
  database
    .selectFrom('account')
    .innerJoin('contact', 'contact.id', 'account.contactId')
    .select(['account.email', 'account.language', 'contact.firstName'])
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow()

const timeIn = (language: Language, timeZone: string) =>
  new Intl.DateTimeFormat(language === 'es' ? 'es-US' : 'en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date())

function whereFrom(t: Translate, { from, userAgent }: Origin) {
  const { browser, system } = deviceOf(userAgent)
  const device = browser && system ? t('device', { browser, system }) : t('unknownDevice')
  return t('at', { device, place: t(`place.${placeOf(from ?? null)}`, { ip: from }) })
}

/** A 'this was not me' link of seven days; only its hash is kept. @returns the path on this portal */
async function issueLink(database: Database, accountId: string, kind: SecurityMailKind, sentTo: string) {
  const code = newCode()
  await database
    .insertInto('notMeLink')
    .values({ codeHash: hashCode(code), accountId, kind, sentTo })
    .execute()
  return { path: `/auth/notMe/${code}`, key: `security:${hashCode(code)}` }
}

/**
 * Tells the owner of an account by e-mail, in their language and in the caller's transaction, what was done to it,
 * with a link to say 'this was not me'.
 */
export async function tellOwner(
  database: Database,
  config: Pick<Config, 'productName' | 'publicUrl' | 'timeZone'>,
  accountId: string,
  kind: SecurityMailKind,
  details: SecurityMailDetails = {},
) {
  const owner = await getOwner(database, accountId)
  const t = texts(owner.language)
  const { formerEmail, newEmail, by, reason } = details
  const words = { product: config.productName, newEmail, by, reason }
  const to = formerEmail ?? owner.email
  const { path, key } = await issueLink(database, accountId, kind, to)
  const title = t(`${kind}.title`, words)
  const mail = renderMail({
    language: owner.language,
    title,
    paragraphs: [
      t('hello', { firstName: owner.firstName }),
      t(`${kind}.text`, words),
      t('origin', { when: timeIn(owner.language, config.timeZone), where: whereFrom(t, details) }),
      t([`${kind}.fine`, 'fine']),
      t([`${kind}.notMe`, 'notMe']),
    ],
    action: { label: t([`${kind}.action`, 'action']), url: `${config.publicUrl}${path}` },
    productName: config.productName,
  })
  await sendMessage(database, { channel: 'email', to, subject: title, key, ...mail })
}
