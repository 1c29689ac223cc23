/** What other features may use of the measures. */
export { usualResponse } from './usual-response.ts'
