/** What the rest of the portal may use of the measures. */
export { usualResponse } from './usual-response.ts'
