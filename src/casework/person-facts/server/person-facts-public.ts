/** What other features may use of what people say about themselves. */
export { eraseFacts, listFacts } from './fact-queries.ts'
export { factRows } from './fact-rows.ts'
export { factWords } from './fact-words.ts'
export { readPerson } from './read-person.ts'
export { findVerdict } from './service-fit.ts'
