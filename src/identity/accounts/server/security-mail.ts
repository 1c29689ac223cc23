import { localeOf } from '#platform/schema/locale-of.ts'
import type { RoleKey } from '#platform/schema/roles.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { renderMail } from '#platform/server/mail-layout.ts'
import { hours, type MessageKind, nobody } from '#platform/server/message-kind.ts'
import { sendMessage } from '#platform/server/messages.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import en from '../texts/security-mail.en.json' with { type: 'json' }
import es from '../texts/security-mail.es.json' with { type: 'json' }
import type { Origin } from './account-event.ts'
import { accountPerson } from './account-person.ts'
import { getPersonOfAccount } from './account-queries.ts'
import { accountMayReceive } from './account-standing.ts'
import { deviceOf, placeOf } from './device.ts'
import { insertNotMeLink } from './not-me-link-queries.ts'
import { hashCode, newCode } from './secret-hash.ts'

const texts = createTexts({ en, es })
const MOST_ADMINS = 50
const LINK_LIFE_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Each kind of change has a separate limit, counted by recipient only, so that many harmless notifications cannot
 * suppress one about another change.
 */
const securityNotice = (kind: SecurityMailKind): MessageKind => ({
  name: `security-${kind}`,
  overBound: 'collapse',
  bounds: { recipient: { most: 5, seconds: hours(1) } },
})
const objection: MessageKind = {
  name: 'owner-objected',
  overBound: 'leave-out',
  bounds: { recipient: { most: 50, seconds: hours(1) } },
}
type Translate = ReturnType<typeof texts>

/** What owners are notified of; each kind has its title and text in `texts/security-mail.*.json`. */
export type SecurityMailKind =
  | 'passwordChanged'
  | 'passwordReset'
  | 'emailAsked'
  | 'emailChanged'
  | 'emailWaiting'
  | 'phoneAsked'
  | 'phoneChanged'
  | 'factorAdded'
  | 'factorRemoved'
  | 'factorResetAsked'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'recoveryCodesMade'
  | 'recoveryCodeUsed'
  | 'signInServiceLinked'
  | 'signInServiceUnlinked'
  | 'rolesChanged'
  | 'organizationChanged'
  | 'impersonated'
  | 'deactivated'
  | 'reactivated'
  | 'resetLinkSent'
  | 'answersUsedUp'
  | 'sessionsEnded'
  | 'resetOrdered'

export interface SecurityMailDetails extends Origin {
  /** The address before it was changed: the mail goes there, because its reader is the one who may need to object. */
  formerEmail?: string
  /** For emailAsked, emailChanged: the requested or new address. */
  newEmail?: string
  /** For phoneAsked: the requested number. */
  newPhone?: string
  /** For rolesChanged: all roles that the account has now. */
  roles?: readonly RoleKey[]
  /** For deactivated, reactivated: the account's organization. */
  organization?: string
  /** Who did it, if not the owner. */
  by?: string
  /** For impersonated: the reason. */
  reason?: string
}

const getOwner = (database: Database, accountId: string) =>
  database
    .selectFrom(accountPerson.as('account'))
    .select(['email', 'language', 'firstName'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()

const timeIn = (language: Language, timeZone: string) =>
  new Intl.DateTimeFormat(localeOf(language), {
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

/** Creates a 'this was not me' link, valid for seven days; only its hash is stored. @returns its path on this portal */
async function issueLink(database: Database, accountId: string, kind: SecurityMailKind, sentTo: string) {
  const code = newCode()
  await insertNotMeLink(database, { codeHash: hashCode(code), accountId, kind, sentTo })
  return { path: `/auth/notMe/${code}`, key: `security:${hashCode(code)}` }
}

const formatRoles = (t: Translate, language: Language, roles: readonly RoleKey[], product: string) =>
  new Intl.ListFormat(localeOf(language)).format(roles.map((role) => t(`role.${role}`, { product })))

/**
 * Notifies the owner of an account by e-mail, in their language and in the caller's transaction, of a change to it, with
 * a link to say 'this was not me'.
 */
export async function notifyOwner(
  database: Database,
  config: Pick<Config, 'productName' | 'publicUrl' | 'timeZone' | 'contactEmail'>,
  accountId: string,
  kind: SecurityMailKind,
  details: SecurityMailDetails = {},
) {
  const owner = await getOwner(database, accountId)
  const t = texts(owner.language)
  const { formerEmail, roles = [], from: _from, userAgent: _userAgent, ...more } = details
  const { productName: product, contactEmail } = config
  const words = { ...more, product, contactEmail, roles: formatRoles(t, owner.language, roles, product) }
  const group = details.by ? 'byOther.' : ''
  const to = formerEmail ?? owner.email
  const { path, key } = await issueLink(database, accountId, kind, to)
  const write = (title: string, ...more: string[]) => ({
    subject: title,
    ...renderMail({
      language: owner.language,
      title,
      paragraphs: [
        t('hello', { firstName: owner.firstName }),
        ...more,
        t(details.reason ? `${kind}.text` : [`${kind}.unexplained`, `${kind}.text`], words),
        t('origin', { when: timeIn(owner.language, config.timeZone), where: whereFrom(t, details) }),
        t([`${kind}.fine`, `${group}fine`], words),
        t([`${kind}.notMe`, `${group}notMe`]),
      ],
      action: { label: t([`${kind}.action`, 'action']), url: `${config.publicUrl}${path}` },
      productName: config.productName,
    }),
  })
  await sendMessage(database, {
    channel: 'email',
    to,
    kind: securityNotice(kind),
    about: nobody,
    expiresOn: new Date(Date.now() + LINK_LIFE_MS),
    ...write(t(`${kind}.title`, words)),
    collapsed: write(t('collapsed.title', words), t('collapsed.text')),
    key,
  })
}

/**
 * Notifies admins that an account's owner objected to a change by one of them: the other admins of the organization, or
 * of the platform if there is no organization.
 */
export async function notifyAdminsOfReport(
  database: Database,
  config: Pick<Config, 'productName' | 'publicUrl'>,
  account: { id: string; organizationId: string | null },
  kind: string,
) {
  const { organizationId } = account
  const admins = await database
    .selectFrom(accountPerson.as('account'))
    .innerJoin('accountRole', 'accountRole.accountId', 'account.id')
    .select(['account.email', 'account.language', 'account.firstName'])
    .where('account.id', '!=', account.id)
    .where(accountMayReceive())
    .where('accountRole.role', '=', organizationId ? 'organization-admin' : 'platform-admin')
    .$if(organizationId !== null, (q) => q.where('account.organizationId', '=', organizationId))
    .limit(MOST_ADMINS)
    .execute()
  const { firstName, lastName } = await getPersonOfAccount(database, account.id)
  const code = newCode()
  for (const admin of admins) {
    const t = texts(admin.language)
    const words = { product: config.productName, firstName: admin.firstName, name: `${firstName} ${lastName}` }
    const title = t('objected.title', words)
    const paragraphs = [t('hello', words), t(`objected.kind.${kind}`, words), t('objected.text', words)]
    const mail = renderMail({ language: admin.language, title, paragraphs, productName: config.productName })
    const key = `objected:${hashCode(code + admin.email)}`
    await sendMessage(database, {
      channel: 'email',
      to: admin.email,
      kind: objection,
      about: nobody,
      expiresOn: null,
      subject: title,
      key,
      ...mail,
    })
  }
}
