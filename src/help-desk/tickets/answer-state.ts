import type { SupportRequestRow } from './support-request.ts'

export type AnswerState = Pick<
  SupportRequestRow,
  'status' | 'mergedInto' | 'askedOn' | 'askedSinceMerge' | 'inheritedOn' | 'isAnswerNew'
>

/** Whether somebody waits for an answer to what was written in this ticket. A merged ticket is closed, and waits when somebody wrote in it since. */
const hasOwnQuestion = ({ askedOn, status, askedSinceMerge }: AnswerState) =>
  askedOn !== null && (status !== 'Closed' || askedSinceMerge)

/** Since when somebody waits for support's answer, as the database generates it. */
export function waitingSince(ticket: AnswerState) {
  const { askedOn, inheritedOn, status } = ticket
  if (status === 'Closed') return hasOwnQuestion(ticket) ? askedOn : null
  return [askedOn, inheritedOn].filter((on) => on !== null).toSorted()[0] ?? null
}

/**
 * What a public note by somebody who does not handle tickets makes of a ticket. Who waits already goes on waiting since then.
 * A closed ticket opens again, unless it is merged.
 * @param isMaker the ticket's maker wrote, and so has seen what was answered
 */
export function afterQuestion(ticket: AnswerState, on: string, isMaker: boolean): AnswerState {
  const isMerged = ticket.mergedInto !== null
  return {
    ...ticket,
    status: ticket.status === 'Closed' && !isMerged ? 'Open' : ticket.status,
    askedOn: hasOwnQuestion(ticket) ? ticket.askedOn : on,
    askedSinceMerge: isMerged,
    // What stood unanswered when the ticket was closed is not what waits now.
    inheritedOn: ticket.status === 'Closed' ? null : ticket.inheritedOn,
    isAnswerNew: ticket.isAnswerNew && !isMaker,
  }
}

/** What a public note by somebody who handles tickets makes of it. */
export const afterAnswer = (ticket: AnswerState, isMaker: boolean): AnswerState => ({
  ...ticket,
  askedOn: null,
  askedSinceMerge: false,
  inheritedOn: null,
  isAnswerNew: !isMaker,
})
