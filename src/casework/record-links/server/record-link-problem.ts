import { defineProblems } from '#platform/server/problem.ts'

/** The problems of links to a person's own record. */
export const recordLinkProblem = defineProblems({
  'record-link-locked': { status: 409, message: 'Please enter the birth date again.' },
})
