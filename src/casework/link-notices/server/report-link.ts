import { publishContact } from '#casework/clients/server/clients-public.ts'
import {
  linkDeliveryTask,
  type SentLink,
  settleLinkDeliveries,
} from '#casework/link-deliveries/server/link-deliveries-public.ts'
import { notifyOfUndeliveredLink } from '#casework/referral-notices/server/referral-notices-public.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { reportsTask } from '#platform/server/message-report.ts'

/** Notifies whoever sent a link to a person that it did not arrive. Safe to run twice. */
export const reportLinks = ({ database, config }: { database: Database; config: Config }) =>
  reportsTask(database, linkDeliveryTask, async (transaction, reports) => {
    for (const link of await settleLinkDeliveries(transaction, reports)) {
      await notifyOfUndeliveredLink(transaction, config, link)
      await publishPage(transaction, link)
    }
  })

/** Notifies the tabs that show the page with the link. What an intake shows is read again with the record. */
const publishPage = (database: Database, { page, pageId, organizationId }: SentLink) =>
  page === 'lists'
    ? publishEvent(database, { type: 'serviceList', subjectId: pageId, audience: [`organization:${organizationId}`] })
    : publishContact(database, pageId, organizationId)
