import { defineProblems } from '#platform/server/problem.ts'
import { MOST_SERVICES } from '../service-list.ts'

/** The problems of lists of services. */
export const serviceListProblem = defineProblems({
  'list-full': { status: 409, message: `A list has at most ${MOST_SERVICES} services. Start a new one for more.` },
  'list-empty': { status: 409, message: 'This list has no service yet.' },
})
