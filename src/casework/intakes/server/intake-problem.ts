import { defineProblems } from '#platform/server/problem.ts'

/** The problems of intakes. */
export const intakeProblem = defineProblems({
  'intake-closed': { status: 409, message: 'This intake was completed. Its answers can no longer be changed.' },
  'form-changed': {
    status: 409,
    message: 'The form of this intake was changed or taken out of use meanwhile. Please check its answers.',
  },
  'intake-incomplete': { status: 400, message: 'Some required questions have no answer yet.' },
})
