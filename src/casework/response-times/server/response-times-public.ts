/** What other features may know of promised times. */
export { type FoundPromise, findPromise } from './promise-queries.ts'
