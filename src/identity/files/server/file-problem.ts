import { defineProblems } from '#platform/server/problem.ts'

export const fileProblem = defineProblems({
  'file-infected': {
    status: 409,
    message: 'The virus scanner found something in this file, and it was deleted.',
  },
  'file-not-scanned': {
    status: 409,
    message: 'This file was not checked for viruses yet. Please try again later.',
  },
  'storage-unavailable': {
    status: 503,
    message: 'Files cannot be kept or read at the moment. Please try again later.',
  },
})
