/** What other features may use to learn whether a link that they sent arrived. */
export {
  deleteDeliveries,
  deleteDeliveriesOn,
  insertDelivery,
  linkDeliveryTask,
  type SentLink,
  sendLinkMessage,
  settleLinkDeliveries,
  withArrival,
} from './track-link.ts'
