import { defineProblems } from '#platform/server/problem.ts'

export const signOnProblem = defineProblems({
  'sign-on-unreachable': { status: 503, message: 'The sign-in service does not answer. Please try again in a moment.' },
})
