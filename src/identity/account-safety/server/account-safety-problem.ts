import { defineProblems } from '#platform/server/problem.ts'

export const accountSafetyProblem = defineProblems({
  'may-not-act-as': { status: 403, message: 'Nobody may act as this account.' },
})
