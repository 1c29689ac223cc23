/** What other features show of the help desk. */
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { loadTexts } from '#platform/web/texts.ts'
import { handlesTickets } from './answering/reader-role.ts'

export { HelpDeskCount } from './waiting/help-desk-count.tsx'

/** Only people who handle tickets fetch them, with the texts of the whole help desk. */
const Tiles = lazy(async () => {
  const [tiles] = await Promise.all([import('./waiting/desk-tiles.tsx'), loadTexts('tickets')])
  return { default: tiles.Tiles }
})

/**
 * The starting point for people who handle tickets: what needs an answer, their own, unassigned ones, and the longest
 * wait.
 */
export const DeskTiles = () =>
  handlesTickets() ? (
    <Suspense fallback={<Skeleton height={148} radius="lg" />}>
      <Tiles />
    </Suspense>
  ) : null
