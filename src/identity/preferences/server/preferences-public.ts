/** What other features may use of what people want to be notified of. */
export { type Listener, listListeners, listOrganizationListeners } from './listener-queries.ts'
