/** On a person's record: lets them see it themselves, without an account. */
export { PersonRecordLink } from './person-record-link.tsx'
