import { expect } from 'vitest'
import { type OpenScreen, waitFor, within } from './screen.tsx'

/** Saves a listing that others changed meanwhile, reads both versions, and saves one's own. */
export async function keepMine(page: OpenScreen, mine: string, theirs: string) {
  const title = 'Someone else changed the same fields'
  await page.press('Save')
  const conflict = within((await page.findByText(title)).closest('[role=alert]') as HTMLElement)
  for (const version of [mine, theirs]) conflict.getByText(version)
  await page.press('Continue with these')
  await waitFor(() => expect(page.queryByText(title)).toBeNull())
  await page.press('Save')
}
