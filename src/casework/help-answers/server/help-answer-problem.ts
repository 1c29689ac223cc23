import { defineProblems } from '#platform/server/problem.ts'

/** The problems of asking people whether they got help. */
export const helpAnswerProblem = defineProblems({
  'help-not-asked': { status: 409, message: 'This question is not open, or its answer can no longer be changed.' },
})
