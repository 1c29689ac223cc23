import { linkDeliveryTask } from '#casework/link-deliveries/server/link-deliveries-public.ts'
import type { ServerFeature } from '#platform/server/feature.ts'
import { reportLinks } from './report-link.ts'

/** Notifies staff of links to people that did not arrive. */
export const linkNoticesFeature: ServerFeature = {
  name: 'link-notices',
  tasks: (services) => ({ [linkDeliveryTask]: reportLinks(services) }),
}
