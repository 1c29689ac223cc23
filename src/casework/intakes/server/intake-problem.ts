import { defineProblems } from '#platform/server/problem.ts'

/** The problems of intakes. */
export const intakeProblem = defineProblems({
  'intake-closed': { status: 409, message: 'This intake was completed. Its answers do not change any more.' },
  'intake-incomplete': { status: 400, message: 'Some required questions have no answer yet.' },
})
