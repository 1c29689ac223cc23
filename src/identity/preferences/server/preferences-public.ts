/** What other features may use of notification preferences. */
export { type Listener, listListeners, listListenersAt, listOrganizationListeners } from './listener-queries.ts'
