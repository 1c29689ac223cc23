import { defineProblems } from '#platform/server/problem.ts'

/** The problems of intake forms. */
export const intakeFormProblem = defineProblems({
  'form-incomplete': { status: 400, message: 'This form cannot be published yet. Please see what is missing.' },
  'form-not-published': { status: 409, message: 'This form has no published version.' },
})
