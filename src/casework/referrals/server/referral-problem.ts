import { defineProblems } from '#platform/server/problem.ts'

export const referralProblem = defineProblems({
  'consent-missing': { status: 422, message: 'There is no consent that covers this.' },
})
