/** What the screens of lists use of saved views. */
export { SavedViews, type ViewStore } from './saved-views.tsx'
