/** On a person's page: what the person asked to have corrected. */
export { PersonCorrections } from './person-corrections.tsx'
