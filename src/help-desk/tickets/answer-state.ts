import type { SupportRequestRow } from './support-request.ts'

export type AnswerState = Pick<
  SupportRequestRow,
  'status' | 'mergedInto' | 'askedOn' | 'askedSinceMerge' | 'inheritedOn' | 'isAnswerNew'
>

/**
 * Whether a person waits for an answer in this ticket. A merged ticket is closed, and waits only if a person has
 * written in it since.
 */
const hasOwnQuestion = ({ askedOn, status, askedSinceMerge }: AnswerState) =>
  askedOn !== null && (status !== 'Closed' || askedSinceMerge)

/** Since when a person has been waiting for support's answer; the database generates the same value. */
export function waitingSince(ticket: AnswerState) {
  const { askedOn, inheritedOn, status } = ticket
  if (status === 'Closed') return hasOwnQuestion(ticket) ? askedOn : null
  return [askedOn, inheritedOn].filter((on) => on !== null).toSorted()[0] ?? null
}

/**
 * The state after a public note by a person who does not handle tickets. If someone is already waiting, the time does
 * not change. A closed ticket reopens, unless it is merged.
 * @param isMaker whether the ticket's creator wrote it, and so has seen the answers
 */
export function afterQuestion(ticket: AnswerState, on: string, isMaker: boolean): AnswerState {
  const isMerged = ticket.mergedInto !== null
  return {
    ...ticket,
    status: ticket.status === 'Closed' && !isMerged ? 'Open' : ticket.status,
    askedOn: hasOwnQuestion(ticket) ? ticket.askedOn : on,
    askedSinceMerge: isMerged,
    // A question that was unanswered when the ticket was closed is not the one that waits now.
    inheritedOn: ticket.status === 'Closed' ? null : ticket.inheritedOn,
    isAnswerNew: ticket.isAnswerNew && !isMaker,
  }
}

/** The state after a public note by a person who handles tickets. */
export const afterAnswer = (ticket: AnswerState, isMaker: boolean): AnswerState => ({
  ...ticket,
  askedOn: null,
  askedSinceMerge: false,
  inheritedOn: null,
  isAnswerNew: !isMaker,
})
