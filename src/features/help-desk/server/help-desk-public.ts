/** What the rest of the portal may use of the help desk. */
export { seedDemoTickets } from './seed-demo-tickets.ts'
