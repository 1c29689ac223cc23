/** What the rest of the portal may use of the measures. */
export { usualResponseHours } from './usual-response.ts'
