/** What other features may use of suggested corrections. */
export { type Suggester, suggestCorrection } from './suggest-correction.ts'
