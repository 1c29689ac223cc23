/** What other features may use of notification preferences. */
export { type Listener, listListeners, listOrganizationListeners } from './listener-queries.ts'
