/** What other features may use of households. */
export { getOwnHousehold, leaveHousehold, listHousehold } from './household-queries.ts'
export { insertDemoHousehold } from './insert-demo-household.ts'
export { memberRows } from './member-rows.ts'
