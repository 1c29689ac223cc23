/** What the features of lists use of saved views. */
export { listViews, removeView, saveView, type ViewScope } from './list-view-queries.ts'
