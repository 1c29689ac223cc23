/** What the rest of the portal may use of the help desk. */
export { startInboundMail } from './answering/inbound-mail.ts'
export { mayReadTicketFile } from './attached-file-queries.ts'
export { seedDemoTickets } from './seed-demo-tickets.ts'
