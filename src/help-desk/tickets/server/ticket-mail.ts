import { sql } from 'kysely'
import { type Database, prepared } from '#platform/server/database.ts'
import { renderMail } from '#platform/server/mail-layout.ts'
import { hours, type MessageCause, type MessageKind } from '#platform/server/message-kind.ts'
import { sendMessage } from '#platform/server/messages.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import screensEn from '../texts/en.json' with { type: 'json' }
import screensEs from '../texts/es.json' with { type: 'json' }
import en from '../texts/mail.en.json' with { type: 'json' }
import es from '../texts/mail.es.json' with { type: 'json' }
import { writeReplyAddress } from './answering/reply-address.ts'
import type { HelpDeskServices } from './help-desk-services.ts'
import type { LockedTicket } from './support-request-queries.ts'
import { ASSIGNED_TICKETS, writeUnsubscribeCode } from './unsubscribe-code.ts'

const texts = createTexts({
  en: { ...en, statusName: screensEn.choices.status, typeName: screensEn.choices.supportRequestType },
  es: { ...es, statusName: screensEs.choices.status, typeName: screensEs.choices.supportRequestType },
})

const ticketNotice: MessageKind = {
  name: 'ticket-notice',
  overBound: 'leave-out',
  bounds: { recipient: { most: 60, seconds: hours(1) }, sender: { most: 2000, seconds: hours(1) } },
}

/** One mail about a ticket to one of its readers. */
export interface TicketMail {
  ticket: Pick<LockedTicket, 'id' | 'ticketNumber' | 'supportRequestType'>
  reader: { accountId: string; email: string; language: Language }
  about: MessageCause
  /** which texts it uses */
  kind: string
  words: { who?: string; assignee?: string; into?: string; from?: string | undefined; to?: string | undefined }
  /** the text of a public note */
  noteText?: string | undefined
  visibility: 'public' | 'internal'
  /** for a new request: within how many working hours half of all are answered */
  usualHours?: number | null
  /** whether the reader is notified as the assignee */
  isAssigned?: boolean | undefined
  /**
   * the merged ticket through which the reader is notified of this one: the one to which they subscribed, and can
   * unsubscribe
   */
  through?: { id: string; ticketNumber: string } | undefined
  key: string
}

/** The rest can be read in the ticket. */
const LONGEST_NOTE = 2000
const shorten = (text: string) => (text.length > LONGEST_NOTE ? `${text.slice(0, LONGEST_NOTE).trimEnd()} …` : text)

const GIST = 60
/** The start of the ticket's description, on one line. */
async function gistOf(database: Database, id: string) {
  const { rows } = await sql<{ beginning: string }>`
    select left(description, 200) as beginning from support_request where id = ${id}::uuid ${prepared}`.execute(
    database,
  )
  const line = (rows[0]?.beginning ?? '').replaceAll(/\s+/g, ' ').trim()
  return line.length > GIST ? `${line.slice(0, GIST).replace(/\s+\S*$/, '')} …` : line
}

/**
 * E-mail is not confidential: it contains nothing of an internal note, and the text of a public one unless the operator
 * turns that off.
 */
export async function sendTicketMail(
  { database, config }: HelpDeskServices & { database: Database },
  { ticket, reader, about, kind, words, noteText, visibility, usualHours, isAssigned, through, key }: TicketMail,
) {
  const { productName, publicUrl, secretKeys, mailReplyDomain, mailTicketWords } = config
  const { accountId, email, language } = reader
  const t = texts(language)
  const named = {
    ...words,
    ticketNumber: ticket.ticketNumber,
    through: through?.ticketNumber ?? '',
    from: t(`statusName.${words.from}`),
    to: t(`statusName.${words.to}`),
    type: t(`typeName.${ticket.supportRequestType}`),
  }
  // A virtual first message, to which all mails of a ticket reply, so that mail programs show them as one conversation.
  const conversation = `<support-request.${ticket.id}@${new URL(publicUrl).hostname}>`
  const why = kind === 'mention' ? 'whyMentioned' : through ? 'whyMerged' : isAssigned ? 'whyAssigned' : 'why'
  const code = writeUnsubscribeCode(secretKeys, {
    supportRequestId: why === 'whyAssigned' ? ASSIGNED_TICKETS : (through?.id ?? ticket.id),
    accountId,
  })
  const stopAddress = `${publicUrl}/support/emailUpdates/${code}`
  const stopped = { ticketNumber: through?.ticketNumber ?? ticket.ticketNumber }
  const title = t(`${kind}.title`, named)
  const ticketNumber = Number(ticket.ticketNumber.replace('HD-', ''))
  const mail = renderMail({
    language,
    productName,
    title,
    paragraphs: [
      mailTicketWords && visibility === 'public' && noteText ? shorten(noteText) : t(`${kind}.text`, named),
      ...(usualHours ? [t('filed.usual', { count: usualHours })] : []),
      t(why, named),
      ...(mailReplyDomain ? [t(`reply.${visibility}`)] : []),
    ],
    action: { label: t('open'), url: `${publicUrl}/support/helpDesk?view=${ticket.id}` },
    ...(kind !== 'mention' && {
      wayOut: { label: t(why === 'whyAssigned' ? 'stopAssigned' : 'stop', { ...named, ...stopped }), url: stopAddress },
    }),
  })
  await sendMessage(database, {
    channel: 'email',
    to: email,
    kind: ticketNotice,
    about,
    expiresOn: null,
    subject: mailTicketWords ? [title, await gistOf(database, ticket.id)].join(': ') : title,
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
    key: `support-request:${key}:${accountId}`,
  })
}
