import { defineProblems } from '#platform/server/problem.ts'

/** The problems of consents that are asked for by a link. */
export const consentRequestProblem = defineProblems({
  'consent-request-locked': { status: 409, message: 'Please enter the birth date again.' },
  'consent-request-answered': { status: 409, message: 'This request was answered or taken back in the meantime.' },
  'consent-request-differs': { status: 409, message: 'This is not the text that was asked for. Please read it again.' },
})
