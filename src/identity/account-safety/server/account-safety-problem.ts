import { defineProblems } from '#platform/server/problem.ts'

export const accountSafetyProblem = defineProblems({
  'may-not-impersonate': { status: 403, message: 'This account cannot be impersonated.' },
})
