import { defineProblems } from '#platform/server/problem.ts'

export const importProblem = defineProblems({
  'import-running': { status: 409, message: 'Another import of this source is running. Please wait until it is done.' },
  'import-incomplete': { status: 409, message: 'Some parts of the files are missing. Please send them again.' },
})
