import { sql } from 'kysely'
import { contactInvitations } from '#casework/clients/server/clients-public.ts'
import type { SafeContact } from '#casework/safe-contact/safe-contact.ts'
import { offerOf, type SentWay } from '#casework/safe-contact/safe-contact-policy.ts'
import { findSafeContact } from '#casework/safe-contact/server/safe-contact-public.ts'
import { isActiveAccount } from '#identity/accounts/server/accounts-public.ts'
import { findContactRow, listPhones } from '#identity/people/server/people-public.ts'
import { dialable } from '#platform/schema/phone-number.ts'
import { spokenLanguage } from '#platform/schema/spoken-language.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { listRefusingTexts } from '#platform/server/message-life.ts'
import type { Language } from '#platform/server/texts.ts'
import type { Silence } from '../person-notice.ts'

/** How a person is notified now. */
export interface Notified {
  channel: SentWay
  to: string
  language: Language
  hasAccount: boolean
}
/** Why they are not. `nextOn`: when it is safe again, in milliseconds since 1970, for `not-now`. */
export interface NotNotified {
  reason: Silence
  nextOn: number | null
}
export const isNotified = (plan: Notified | NotNotified): plan is Notified => 'channel' in plan

const hasOwnAccount = async (database: Database, contactId: string) =>
  (
    await sql`select from ${contactInvitations.as('invitation')}
      where contact_id = ${contactId}::uuid and used_on is not null and ${isActiveAccount(sql`account_id`)}`.execute(
      database,
    )
  ).rows.length > 0

interface Reachable {
  email: string | null
  phoneNumbers: string[]
}

/**
 * The way that the person prefers, if it is safe; texts first, because not everybody reads mail every day.
 * @param noTexts why no text arrives, even where one is safe
 */
function wayOf(
  rules: SafeContact,
  reachable: Reachable,
  noTexts: Silence | null,
): Pick<Notified, 'channel' | 'to'> | NotNotified {
  const offer = offerOf(rules, reachable)
  const order: SentWay[] = rules.preferredWay === 'email' ? ['email', 'sms'] : ['sms', 'email']
  const channel = order.find((way) => offer.ways.includes(way) && !(way === 'sms' && noTexts))
  if (channel) return { channel, to: offer.to[channel] }
  if (noTexts && offer.ways.length > 0) return { reason: noTexts, nextOn: null }
  const waits = offer.refused.flatMap(({ nextOn }) => nextOn ?? [])
  return waits.length ? { reason: 'not-now', nextOn: Math.min(...waits) } : { reason: 'unsafe', nextOn: null }
}

const because = (reason: Silence): NotNotified => ({ reason, nextOn: null })

/**
 * How a person is notified of their referrals now, or why not. Unlike a message that staff send, this one goes out only if
 * the person was asked and agreed. @returns null if the person was erased
 */
export async function planNotice(
  database: Database,
  { sendsTexts }: Pick<Config, 'sendsTexts'>,
  { contactId, hasEnded }: { contactId: string; hasEnded: boolean },
): Promise<Notified | NotNotified | null> {
  const person = await findContactRow(database, contactId)
  if (!person?.organizationId) return null
  if (hasEnded) return because('withdrawn')
  const rules = await findSafeContact(database, contactId)
  if (!rules) return because('not-asked')
  if (rules.doNotContact) return because('do-not-contact')
  if (!rules.wantsNotices) return because('not-wished')
  const phoneNumbers = (await listPhones(database, contactId)).map(({ phoneNumber }) => phoneNumber)
  if (!person.email && phoneNumbers.length === 0) return because('no-address')
  const hasAccount = await hasOwnAccount(database, contactId)
  if (!hasAccount && !person.birthDate) return because('no-birth-date')
  const refusing = await listRefusingTexts(database, phoneNumbers.map(dialable))
  const reached = phoneNumbers.filter((number) => !refusing.includes(dialable(number)))
  // With no number left, the rules still say whether a text would have been safe.
  const noTexts = sendsTexts ? (reached.length === 0 && refusing.length > 0 ? 'not-delivered' : null) : 'no-texts'
  const way = wayOf(rules, { email: person.email, phoneNumbers: reached.length ? reached : phoneNumbers }, noTexts)
  if ('reason' in way) return way
  return { ...way, hasAccount, language: spokenLanguage(person.language) }
}
