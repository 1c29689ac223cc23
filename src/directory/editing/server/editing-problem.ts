import { defineProblems } from '#platform/server/problem.ts'

export const editingProblem = defineProblems({
  'place-shared': { status: 409, message: 'Another organization gives a service at this place.' },
})
