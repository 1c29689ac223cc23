import { sql } from 'kysely'
import type { Actor, RoleKey } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { keptPlan } from '#platform/server/kept-plan.ts'
import { renderMail } from '#platform/server/mail-layout.ts'
import { sendMessage } from '#platform/server/messages.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import { maySeeTicket } from '../help-desk-policy.ts'
import screensEn from '../texts/en.json' with { type: 'json' }
import screensEs from '../texts/es.json' with { type: 'json' }
import en from '../texts/mail.en.json' with { type: 'json' }
import es from '../texts/mail.es.json' with { type: 'json' }
import type { HelpDeskServices } from './help-desk-services.ts'
import type { LockedTicket } from './support-request-queries.ts'
import { writeUnsubscribeCode } from './unsubscribe-code.ts'

const texts = createTexts({
  en: { ...en, statusName: screensEn.choices.status, typeName: screensEn.choices.supportRequestType },
  es: { ...es, statusName: screensEs.choices.status, typeName: screensEs.choices.supportRequestType },
})

export interface TicketNews {
  kind: 'status' | 'note' | 'screenshot'
  /** names the change: with the account it makes the message's key, so that nobody hears of one change twice */
  key: string
  from?: string
  to?: string
}
interface Subscriber {
  accountId: string
  email: string
  language: Language
  organizationId: string | null
  roles: RoleKey[]
}

/** Whoever ticked e-mail updates for a ticket, has an account in use, and still may see the ticket. */
async function listSubscribers(database: Database, ticket: LockedTicket) {
  const { rows } = await sql<Subscriber>`
    select account.id as account_id, account.email, account.language, account.organization_id,
      coalesce((select array_agg(role) from account_role where account_role.account_id = account.id), '{}') as roles
    from support_request_subscription x join account on account.id = x.account_id
    where x.support_request_id = ${ticket.id}::uuid and account.deactivated_on is null
      and account.approved_on is not null and account.email_confirmed_on is not null
    order by account.id ${keptPlan}`.execute(database)
  return rows.filter((subscriber) => maySeeTicket(subscriber, ticket))
}

const nameOf = async (database: Database, accountId: string) => {
  const { firstName, lastName } = await database
    .selectFrom('account')
    .innerJoin('contact', 'contact.id', 'account.contactId')
    .select(['contact.firstName', 'contact.lastName'])
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow()
  return `${firstName} ${lastName}`
}

/** One mail to each who asked for updates, except whoever made the change. It travels unprotected: never what a ticket or note says. */
export async function tellSubscribers(
  { database, config }: HelpDeskServices,
  ticket: LockedTicket,
  actor: Pick<Actor, 'accountId'>,
  news: TicketNews,
) {
  const told = (await listSubscribers(database, ticket)).filter(({ accountId }) => accountId !== actor.accountId)
  if (told.length === 0) return
  const who = await nameOf(database, actor.accountId)
  const { productName, publicUrl, secretKeys } = config
  // One invented first message, to which all of a ticket's mails answer: mail programs show them as one conversation.
  const conversation = `<support-request.${ticket.id}@${new URL(publicUrl).hostname}>`
  for (const { accountId, email, language } of told) {
    const t = texts(language)
    const words = {
      who,
      ticketNumber: ticket.ticketNumber,
      from: t(`statusName.${news.from}`),
      to: t(`statusName.${news.to}`),
      type: t(`typeName.${ticket.supportRequestType}`),
    }
    const code = writeUnsubscribeCode(secretKeys, { supportRequestId: ticket.id, accountId })
    const mail = renderMail({
      language,
      productName,
      title: t(`${news.kind}.title`, words),
      paragraphs: [t(`${news.kind}.text`, words), t('why', words)],
      action: { label: t('open'), url: `${publicUrl}/support/helpDesk?view=${ticket.id}` },
    })
    await sendMessage(database, {
      channel: 'email',
      to: email,
      subject: t('subject', words),
      ...mail,
      headers: {
        References: conversation,
        'In-Reply-To': conversation,
        'List-Unsubscribe': `<${publicUrl}/api/supportPortal/supportRequest/unsubscribe/${code}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'Auto-Submitted': 'auto-generated',
      },
      key: `support-request:${news.kind}:${news.key}:${accountId}`,
    })
  }
}
