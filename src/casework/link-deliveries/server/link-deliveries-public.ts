/** What other features may use to learn whether a link that they sent arrived. */
export {
  deleteDeliveries,
  deleteDeliveriesOf,
  deleteDeliveriesOn,
  insertDelivery,
  linkDeliveryTask,
  listUndeliveredLinks,
  type SentLink,
  sendLinkMessage,
  settleLinkDeliveries,
  withArrival,
} from './track-link.ts'
