import type { SupportRequestRow } from './support-request.ts'

export type AnswerState = Pick<
  SupportRequestRow,
  'status' | 'mergedInto' | 'askedOn' | 'askedSinceMerge' | 'isAnswerNew'
>

/** Whether somebody waits for support's answer. A merged ticket is closed, and waits when somebody wrote in it since. */
export const needsAnswer = ({ askedOn, status, askedSinceMerge }: AnswerState) =>
  askedOn !== null && (status !== 'Closed' || askedSinceMerge)

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
    askedOn: needsAnswer(ticket) ? ticket.askedOn : on,
    askedSinceMerge: isMerged,
    isAnswerNew: ticket.isAnswerNew && !isMaker,
  }
}

/** What a public note by somebody who handles tickets makes of it. */
export const afterAnswer = (ticket: AnswerState, isMaker: boolean): AnswerState => ({
  ...ticket,
  askedOn: null,
  askedSinceMerge: false,
  isAnswerNew: !isMaker,
})
