/** What other features may use of households. */
export { getOwnHousehold, leaveHousehold } from './household-queries.ts'
