/** What the screens of lists use of saved views. */
export { SavedViews } from './saved-views.tsx'
export type { ViewStore } from './view-store.ts'
