import { defineProblems } from '#platform/server/problem.ts'

/** The problems of links to intakes. */
export const intakeLinkProblem = defineProblems({
  'intake-link-locked': { status: 409, message: 'Please enter the birth date again.' },
})
