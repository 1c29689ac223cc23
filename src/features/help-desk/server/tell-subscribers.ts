import { sql } from 'kysely'
import type { Actor, RoleKey } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { keptPlan } from '#platform/server/kept-plan.ts'
import { renderMail } from '#platform/server/mail-layout.ts'
import { sendMessage } from '#platform/server/messages.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import { maySeeNote } from '../help-desk-policy.ts'
import screensEn from '../texts/en.json' with { type: 'json' }
import screensEs from '../texts/es.json' with { type: 'json' }
import en from '../texts/mail.en.json' with { type: 'json' }
import es from '../texts/mail.es.json' with { type: 'json' }
import { writeReplyAddress } from './answering/reply-address.ts'
import type { HelpDeskServices } from './help-desk-services.ts'
import type { LockedTicket } from './support-request-queries.ts'
import { writeUnsubscribeCode } from './unsubscribe-code.ts'

const texts = createTexts({
  en: { ...en, statusName: screensEn.choices.status, typeName: screensEn.choices.supportRequestType },
  es: { ...es, statusName: screensEs.choices.status, typeName: screensEs.choices.supportRequestType },
})

export interface TicketNews {
  kind: 'status' | 'note' | 'screenshot' | 'assignee'
  /** names the change: with the account it makes the message's key, so that nobody hears of one change twice */
  key: string
  from?: string
  to?: string
  /** of a note: who may hear of it, and whom it mentions, who hear of it in any case */
  visibility?: 'public' | 'internal'
  mentioned?: readonly string[]
  /** to whom the ticket was given, if to anybody */
  assigneeId?: string | null
}
interface Subscriber {
  accountId: string
  email: string
  language: Language
  firstName: string
  lastName: string
  organizationId: string | null
  roles: RoleKey[]
}

/** Whoever ticked e-mail updates for a ticket or is mentioned, has an account in use, and may see the ticket and what is new. */
export async function listSubscribers(
  database: Database,
  ticket: Pick<LockedTicket, 'id' | 'organizationId' | 'createdBy'>,
  { visibility = 'public', mentioned = [] }: Pick<TicketNews, 'visibility' | 'mentioned'> = {},
) {
  const { rows } = await sql<Subscriber>`
    select account.id as account_id, account.email, account.language, contact.first_name, contact.last_name, account.organization_id,
      coalesce((select array_agg(role) from account_role where account_role.account_id = account.id), '{}') as roles
    from account join contact on contact.id = account.contact_id
    where account.id in (
        select account_id from support_request_subscription where support_request_id = ${ticket.id}::uuid
        union select unnest(${mentioned}::uuid[]))
      and account.deactivated_on is null and account.approved_on is not null and account.email_confirmed_on is not null
      and not exists (select from account_freeze where account_freeze.account_id = account.id)
    order by account.id ${keptPlan}`.execute(database)
  return rows.filter((subscriber) => maySeeNote(subscriber, ticket, { visibility }))
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

const assigneeKind = ({ assigneeId }: TicketNews, readerId: string) =>
  assigneeId === readerId ? 'assignedToYou' : assigneeId ? 'assignee' : 'unassigned'

/** One mail to each who asked for updates, except whoever made the change. It travels unprotected: never what a ticket or note says. */
export async function tellSubscribers(
  { database, config }: HelpDeskServices,
  ticket: LockedTicket,
  actor: Pick<Actor, 'accountId'>,
  news: TicketNews,
) {
  const told = (await listSubscribers(database, ticket, news)).filter(({ accountId }) => accountId !== actor.accountId)
  if (told.length === 0) return
  const who = await nameOf(database, actor.accountId)
  const assignee = news.assigneeId ? await nameOf(database, news.assigneeId) : ''
  const { productName, publicUrl, secretKeys, mailReplyDomain } = config
  const visibility = news.visibility ?? 'public'
  const ticketNumber = Number(ticket.ticketNumber.replace('HD-', ''))
  // One invented first message, to which all of a ticket's mails answer: mail programs show them as one conversation.
  const conversation = `<support-request.${ticket.id}@${new URL(publicUrl).hostname}>`
  for (const { accountId, email, language } of told) {
    const t = texts(language)
    const words = {
      who,
      ticketNumber: ticket.ticketNumber,
      assignee,
      from: t(`statusName.${news.from}`),
      to: t(`statusName.${news.to}`),
      type: t(`typeName.${ticket.supportRequestType}`),
    }
    const kind = news.mentioned?.includes(accountId)
      ? 'mention'
      : news.visibility === 'internal'
        ? 'internalNote'
        : news.kind === 'assignee'
          ? assigneeKind(news, accountId)
          : news.kind
    const code = writeUnsubscribeCode(secretKeys, { supportRequestId: ticket.id, accountId })
    const mail = renderMail({
      language,
      productName,
      title: t(`${kind}.title`, words),
      paragraphs: [
        t(`${kind}.text`, words),
        t(kind === 'mention' ? 'whyMentioned' : 'why', words),
        ...(mailReplyDomain ? [t(`reply.${visibility}`)] : []),
      ],
      action: { label: t('open'), url: `${publicUrl}/support/helpDesk?view=${ticket.id}` },
    })
    await sendMessage(database, {
      channel: 'email',
      to: email,
      subject: t('subject', words),
      ...mail,
      headers: {
        ...(mailReplyDomain && {
          'Reply-To': writeReplyAddress(secretKeys, mailReplyDomain, { ticketNumber, accountId, visibility }),
        }),
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
