import { defineProblems } from '#platform/server/problem.ts'
import { MOST_SCHEDULES } from '../report-schedule.ts'

/** The problems of scheduling reports. */
export const scheduleProblem = defineProblems({
  'too-many-schedules': { status: 409, message: `You can schedule at most ${MOST_SCHEDULES} reports. Stop one first.` },
})
