/** The ways to show who one is, for screens of other features that are fetched when somebody must. */
export { ConfirmWays } from './confirm-ways.tsx'
