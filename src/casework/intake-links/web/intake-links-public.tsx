/** What a person's record and an intake show of links by which people fill in an intake themselves. */
export { LinksOfIntake } from './links-of-intake.tsx'
export { PersonLink } from './person-link.tsx'
