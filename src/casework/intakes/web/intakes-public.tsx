/** What a person's record shows of their intakes. */
export { PersonIntakes } from './person-intakes.tsx'
