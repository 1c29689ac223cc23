/** What a person's record shows of links by which they fill in an intake themselves. */
export { PersonLink } from './person-link.tsx'
