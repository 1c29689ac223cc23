/** What the rest of the portal shows of the help desk. */
export { DeskTiles } from './waiting/desk-tiles.tsx'
export { HelpDeskCount } from './waiting/help-desk-count.tsx'
