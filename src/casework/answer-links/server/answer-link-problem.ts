import { defineProblems } from '#platform/server/problem.ts'

/** The problems of answers by link. */
export const answerLinkProblem = defineProblems({
  'answer-link-locked': { status: 409, message: 'Please enter a new code.' },
})
