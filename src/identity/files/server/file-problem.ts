import { defineProblems } from '#platform/server/problem.ts'

export const fileProblem = defineProblems({
  'storage-unavailable': {
    status: 503,
    message: 'Files cannot be kept or read at the moment. Please try again later.',
  },
})
