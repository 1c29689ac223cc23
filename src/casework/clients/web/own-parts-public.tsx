/** What a person sees of their own record as staff do. */
export { ConsentEntry } from './consent-list.tsx'
export { hasEnded } from './consent-standing.ts'
export { FactList } from './person-facts.tsx'
export { useLabel } from './use-label.ts'
