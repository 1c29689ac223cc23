import { defineProblems } from '#platform/server/problem.ts'

export const duplicatePeopleProblem = defineProblems({
  'merge-gone': { status: 409, message: 'One of the two records was merged or erased meanwhile.' },
  'merge-drafts': {
    status: 409,
    message: 'Both records have a begun form of the same kind. Finish or delete one of them first.',
  },
  'merge-accounts': {
    status: 409,
    message: 'Each of the two records belongs to an account of its own, so they are not merged.',
  },
  'merge-same': { status: 409, message: 'These are already the same record.' },
  'merge-not-newest': { status: 409, message: 'Undo the newer merge of this person first.' },
})
