import { defineProblems } from '#platform/server/problem.ts'

export const referralProblem = defineProblems({
  'takes-nobody': { status: 422, message: 'This service takes nobody new at the moment. Say why it is sent anyway.' },
  'does-not-fit': { status: 422, message: 'This service does not fit the person. Say why it is sent anyway.' },
  'consent-missing': { status: 422, message: 'There is no consent that covers this.' },
})
