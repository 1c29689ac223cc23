import { defineProblems } from '#platform/server/problem.ts'

/** The problems of sharing intakes. */
export const sharedIntakeProblem = defineProblems({
  'intake-not-covered': {
    status: 409,
    message: 'No consent names this organization and this need. Record one first, then share the intake.',
  },
})
