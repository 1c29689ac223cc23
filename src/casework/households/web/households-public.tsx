/** Of other features: who lives with a person. */
export { personHousehold } from './household-calls.ts'
export { PersonHousehold } from './person-household.tsx'
