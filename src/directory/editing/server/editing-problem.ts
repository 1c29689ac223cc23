import { defineProblems } from '#platform/server/problem.ts'

export const editingProblem = defineProblems({
  'place-shared': { status: 409, message: 'Another organization offers a service at this location.' },
})
