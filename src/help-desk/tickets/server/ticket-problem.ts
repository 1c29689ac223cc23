import { defineProblems } from '#platform/server/problem.ts'

export const ticketProblem = defineProblems({
  'already-filed': { status: 409, message: 'This was saved already, before its last changes. Here is what was saved.' },
  'ticket-merged': { status: 409, message: 'This ticket was merged into another one.' },
})
