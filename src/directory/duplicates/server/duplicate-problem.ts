import { defineProblems } from '#platform/server/problem.ts'

export const duplicateProblem = defineProblems({
  'merge-not-offered': { status: 409, message: 'Only services can be merged.' },
  'merge-owned': {
    status: 409,
    message: 'An organization on the portal keeps this listing itself. It must be the one that stays.',
  },
  'merge-has-merged': {
    status: 409,
    message: 'Another listing was merged into this one. It must be the one that stays.',
  },
  'pair-merged': { status: 409, message: 'These two were merged. Undo that first.' },
})
