import { expect } from 'vitest'
import type { Caller, TestApp } from '#test/app.ts'
import { makeOrganization, newTicket } from '#test/factories.ts'
import { type OpenScreen, waitFor } from '#test/screen.tsx'

export const path = '/api/supportPortal/supportRequest/'
export interface Filed {
  id: string
  ticketNumber: string
  version: number
}

/** New tickets and people for each test: it can run twice with the same database. */
export const deskOf = (app: TestApp) => ({
  agent: (lastName = 'Porter') => app.someone({ roles: ['support-agent'], firstName: 'Sue', lastName }),
  /** Ana of a new organization. */
  reporter: async (name = 'Eastside', firstName = 'Ana') => {
    const organization = await makeOrganization(app.database, { name })
    return { ...(await app.someone({ organizationId: organization.id, firstName, lastName: 'Ruiz' })), organization }
  },
})

export async function fileTicket(call: Caller, given: object = {}): Promise<Filed> {
  const { status, body } = await call('POST', path, { ...newTicket, ...given })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body
}
export const writeNote = (call: Caller, id: string, noteText: string, visibility = 'public') =>
  call('POST', `${path}${id}/note`, { noteText, visibility })
export const mergeInto = async (call: Caller, target: Filed, ...duplicates: Filed[]) => {
  const now = async ({ id }: Filed) => ({ id, version: (await call('GET', `${path}${id}`)).body.version })
  const given = { target: await now(target), duplicates: await Promise.all(duplicates.map(now)) }
  const { status, body } = await call('POST', `${path}merge`, given)
  if (status >= 300) throw new Error(JSON.stringify(body))
  return body.merges as { id: string }[]
}

/** Ticket numbers by their order, and without what differs between runs. */
export function plain(lines: string[]) {
  const numbers = [...new Set(lines.join('\n').match(/HD-\d{6}/g))].sort()
  return lines.map((line) =>
    line
      .replaceAll(/HD-\d{6}/g, (number) => `HD-${numbers.indexOf(number) + 1}`)
      .replaceAll(/[\w•-]+(\u200b| \| )?@example\.test/g, '<email>')
      .replaceAll(/\d\d\/\d\d\/\d{4}, \d\d?:\d\d(\s(?:[AP]M|[ap]\.m\.))?/g, '<moment>')
      .replaceAll(/\d\d\/\d\d\/\d{4}/g, '<day>'),
  )
}

/** The newest dialog. */
export const topDialog = () => [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1) as HTMLElement
export const numbersShown = () =>
  [...document.querySelectorAll('main th[scope=row]')].map(({ textContent }) => textContent)
const named = (inside: Element, name: string) =>
  [...inside.querySelectorAll<HTMLElement>('button, a')].find(
    (one) => one.getAttribute('aria-label') === name || one.textContent?.trim() === name,
  )
/** Clicks the button or link with exactly this name in the newest dialog, or on the screen. */
export async function click(page: OpenScreen, name: string, inside?: Element) {
  const found = await waitFor(() => {
    const one = named(inside ?? topDialog() ?? document.body, name)
    if (!one) throw new Error(`There is no button "${name}"`)
    if (one.matches(':disabled, [data-loading]')) throw new Error(`"${name}" is disabled`)
    return one
  })
  await page.user.click(found)
}
export const hasButton = (name: string, inside: Element = document.body) => named(inside, name) !== undefined
/** The lines from one to another one, both included. */
export const between = (lines: string[], from: string, to: string) =>
  lines.slice(lines.indexOf(from), lines.indexOf(to) + 1)
/** Waits until the list says how many tickets there are, and the options above it too. */
export const counted = (status: string, count: number) =>
  waitFor(() => {
    const shown = [...document.querySelectorAll('main button')].map(({ textContent }) => textContent?.trim())
    expect(shown).toContain(`${status} ${count}`)
  })
