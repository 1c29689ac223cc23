/** What other features may use of intakes. */
export { eraseIntakes, listPersonIntakes } from './intake-queries.ts'
export { intakeWords } from './intake-words.ts'
