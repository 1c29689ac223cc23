/** What a person's record shows of their needs. */
export { PersonNeeds } from './person-needs.tsx'
