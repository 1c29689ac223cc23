import { defineProblems } from '#platform/server/problem.ts'

export const personRightsProblem = defineProblems({
  'referrals-open': { status: 409, message: 'Referrals of this person are still open. Please end them first.' },
})
