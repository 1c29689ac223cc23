import { defineProblems } from '#platform/server/problem.ts'

/** The problems of contacting a person. */
export const safeContactProblem = defineProblems({
  'contact-unsafe': { status: 409, message: 'It is not safe to contact this person in this way now.' },
})
