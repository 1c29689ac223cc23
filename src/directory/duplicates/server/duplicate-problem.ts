import { defineProblems } from '#platform/server/problem.ts'

export const duplicateProblem = defineProblems({
  'merge-organizations': {
    status: 409,
    message: 'The two places belong to different organizations. Merge these first if they are one.',
  },
  'merge-owned': {
    status: 409,
    message: 'An organization on the portal keeps this listing itself. It must be the one that stays.',
  },
  'merge-has-merged': {
    status: 409,
    message: 'Another listing was merged into this one. It must be the one that stays.',
  },
  'merge-named': { status: 409, message: 'An organization that uses the portal keeps its own name.' },
  'merge-used': {
    status: 409,
    message:
      'Accounts, registrations, people, referrals or tickets of the portal belong to this organization. It must be the one that stays.',
  },
  'pair-merged': { status: 409, message: 'These two were merged. Undo that first.' },
})
