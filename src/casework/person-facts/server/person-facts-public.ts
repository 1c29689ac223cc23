/** What other features may use of what people say about themselves. */
export { readPerson } from './read-person.ts'
