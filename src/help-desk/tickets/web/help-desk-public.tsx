/** What other features show of the help desk. */
export { DeskTiles } from './waiting/desk-tiles.tsx'
export { HelpDeskCount } from './waiting/help-desk-count.tsx'
