import { defineProblems } from '#platform/server/problem.ts'

export const duplicateProblem = defineProblems({
  'pair-merged': { status: 409, message: 'These two were merged. Undo that first.' },
})
