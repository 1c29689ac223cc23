import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import {
  click,
  counted,
  deskOf,
  type Filed,
  fileTicket,
  hasButton,
  mergeInto,
  numbersShown,
  path,
  plain,
  topDialog,
} from '#test/desk-stage.ts'
import { type OpenScreen, screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { agent, reporter } = deskOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const tick = async (page: OpenScreen, ...tickets: Filed[]) => {
  for (const { ticketNumber } of tickets) await page.user.click(await page.findByLabelText(`Select ${ticketNumber}`))
  await page.loaded()
}
const bar = (page: OpenScreen) => page.outline(page.getByRole('region', { name: /selected$/ }))
const unselected = (page: OpenScreen) =>
  waitFor(() => expect(page.queryByRole('region', { name: /selected$/ })).toBeNull())
const calls = (page: OpenScreen) => page.calls('POST', `${path}bulk`).map(({ body }) => body as { bulkId: string })
const made = (page: OpenScreen) => calls(page).map(({ bulkId: _, ...call }) => call)

it('HD-05 chosen rows have a bar, and their status is changed and undone together', async () => {
  const ana = await reporter()
  const [first, second, third] = [await fileTicket(ana.call), await fileTicket(ana.call), await fileTicket(ana.call)]
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  const all = await page.findByLabelText<HTMLInputElement>('Select all loaded tickets')
  const heads = () => [all.checked, all.indeterminate]
  expect(page.queryByRole('region', { name: /selected$/ })).toBeNull()
  await tick(page, first)
  expect(heads()).toEqual([false, true])
  await page.findByRole('button', { name: /^Select all/ })
  expect(bar(page)).toEqual([
    '(1 ticket selected)',
    '1 ticket selected',
    'Clear selection',
    'Select all 3 tickets in this list',
    'Change status',
  ])
  await tick(page, first)
  expect(page.queryByRole('region', { name: /selected$/ })).toBeNull()
  await page.user.click(all)
  expect(heads()).toEqual([true, false])
  expect(bar(page)[0]).toBe('(3 tickets selected)')
  await page.user.click(all)
  expect(page.queryByRole('region', { name: /selected$/ })).toBeNull()
  await tick(page, first, second)
  await click(page, 'Clear selection')
  expect(heads()).toEqual([false, false])
  await tick(page, first, third)
  await click(page, 'Change status')
  await page.findByText('Change the status of 2 tickets')
  expect(page.outline(topDialog())).toEqual([
    'Change the status of 2 tickets',
    '(Close)',
    'Type a part of it',
    '<text "">',
    'Open',
    'Viewed',
    'Added to Backlog',
    'Fix Pending',
    'Closed',
  ])
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await click(page, 'Change status')
  await page.fill('Type a part of it', ' BÁCK ')
  expect(page.outline(topDialog()).slice(-1)).toEqual(['Added to Backlog'])
  await page.fill('Type a part of it', 'zzz')
  expect(page.outline(topDialog()).slice(-1)).toEqual(['Nothing matches.'])
  await page.user.keyboard('{Enter}')
  expect(made(page)).toEqual([])
  await page.fill('Type a part of it', '')
  await click(page, 'Fix Pending')
  await page.findByText('2 tickets changed.')
  expect(made(page)).toEqual([
    {
      tickets: [
        { id: third.id, version: 1 },
        { id: first.id, version: 1 },
      ],
      change: { status: 'Fix Pending' },
    },
  ])
  await counted('Fix Pending', 2)
  await unselected(page)
  expect(page.queryByText(/of 2 tickets done/)).toBeNull()
  await click(page, 'Undo')
  await waitFor(() => expect(page.notices()).toEqual(['Undone']))
  await counted('Open', 3)
  expect(page.queryByText('2 tickets changed.')).toBeNull()
})

it('HD-05 an agent assigns chosen tickets to themselves, to others and to nobody', async () => {
  const [own, other] = [`Own${crypto.randomUUID().slice(0, 4)}`, `Other${crypto.randomUUID().slice(0, 4)}`]
  const [ana, sue, lee] = [await reporter(), await agent(own), await agent(other)]
  const [first, second] = [await fileTicket(ana.call), await fileTicket(ana.call)]
  const owners = async () =>
    Promise.all(
      [first, second].map(async ({ id }) => (await sue.call('GET', `${path}${id}`)).body.assignee?.id ?? null),
    )
  const page = await openScreen(`/support/helpDesk?organizationId=${ana.organization.id}`, { as: sue.account })
  await tick(page, first, second)
  expect(bar(page)).toEqual([
    '(2 tickets selected)',
    '2 tickets selected',
    'Clear selection',
    'Change status',
    'Assign',
    'Merge',
  ])
  const assign = async (typed: string) => {
    await click(page, 'Assign')
    await page.fill('Type a part of it', typed)
    await page.user.keyboard('{Enter}')
  }
  await click(page, 'Assign')
  await page.findByText('Assign 2 tickets')
  const choices = () =>
    [...topDialog().querySelectorAll('button[type=button]')].map(({ textContent }) => textContent).filter(Boolean)
  await waitFor(() => expect(choices()).toContain(`Sue ${other}`))
  expect(choices().slice(0, 2)).toEqual(['Me', 'Nobody'])
  expect(choices()).not.toContain(`Sue ${own}`)
  await click(page, 'Me')
  await page.findByText('2 tickets changed.')
  expect(await owners()).toEqual([sue.account.id, sue.account.id])
  await counted('Assigned to me', 2)
  await unselected(page)
  await tick(page, first)
  await assign(other.toUpperCase())
  await page.findByText('1 ticket changed.')
  expect(await owners()).toEqual([lee.account.id, sue.account.id])
  await unselected(page)
  await tick(page, second)
  await assign('Nobo')
  await waitFor(async () => expect((await owners())[1]).toBeNull())
})

it('HD-05 what is selected while the list loads again after a change stays selected', async () => {
  const ana = await reporter()
  const [first, second] = [await fileTicket(ana.call), await fileTicket(ana.call)]
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  await tick(page, first)
  const list = page.holdNext('GET', path)
  await click(page, 'Change status')
  await click(page, 'Closed')
  await page.findByText('1 ticket changed.')
  await tick(page, second)
  await page.findByRole('region', { name: '2 tickets selected' })
  list.release()
  await page.findByRole('region', { name: '1 ticket selected' })
  expect(page.getByLabelText(`Select ${second.ticketNumber}`)).toHaveProperty('checked', true)
})

it('HD-05 says of each ticket that was not changed why, and keeps selected what others changed', async () => {
  const [ana, sue] = [await reporter(), await agent()]
  const [first, second, third, fourth] = [
    await fileTicket(ana.call),
    await fileTicket(ana.call),
    await fileTicket(ana.call),
    await fileTicket(ana.call),
  ]
  await mergeInto(sue.call, first, third)
  const page = await openScreen(`/support/helpDesk?organizationId=${ana.organization.id}`, {
    as: sue.account,
    ...refused,
  })
  await tick(page, first, second, third, fourth)
  // Unnoticed: as if no live event had come yet.
  await app.database
    .updateTable('supportRequest')
    .set({ version: 5 } as never)
    .where('id', '=', second.id)
    .execute()
  await click(page, 'Change status')
  await click(page, 'Closed')
  await page.findByText(
    '2 tickets changed. 1 ticket was changed by somebody else meanwhile and stays selected. 1 ticket was merged into another and stays as it is.',
  )
  await page.findByRole('region', { name: '1 ticket selected' })
  expect(page.getByLabelText(`Select ${second.ticketNumber}`)).toHaveProperty('checked', true)
  await sue.call('PUT', path, { ...(await sue.call('GET', `${path}${first.id}`)).body, status: 'Viewed' })
  await click(page, 'Undo')
  await waitFor(() => expect(page.notices()).toEqual(['Undone, except 1 ticket that was changed since.']))
  // It is repeated once.
  for (let n = 0; n < 2; n++) page.failNext('POST', `${path}bulk`, 500)
  await click(page, 'Change status')
  await click(page, 'Viewed')
  await waitFor(() => expect(page.notices()).toContain('Uh oh, something went wrong!'))
  await page.findByRole('region', { name: '1 ticket selected' })
  expect(hasButton('Undo')).toBe(false)
})

it('HDV-06 0104 a change without an answer is repeated, and pressing again does not call it somebody else’s', async () => {
  const ana = await reporter()
  const [first, second] = [await fileTicket(ana.call), await fileTicket(ana.call)]
  const page = await openScreen('/support/helpDesk', { as: ana.account, ...refused })
  await tick(page, first, second)
  page.breakConnection('answers')
  await click(page, 'Change status')
  await click(page, 'Closed')
  await waitFor(() => expect(page.notices()).toHaveLength(1))
  page.breakConnection(null)
  await page.findByRole('region', { name: '2 tickets selected' })
  await click(page, 'Change status')
  await click(page, 'Closed')
  await page.findByText('2 tickets changed.')
  const [one, ...others] = calls(page)
  expect(others.map(({ bulkId }) => bulkId)).toEqual([one?.bulkId, one?.bulkId])
  await click(page, 'Undo')
  await waitFor(async () =>
    expect((await ana.call('GET', `${path}${second.id}`)).body).toMatchObject({
      status: 'Open',
      version: second.version + 2,
    }),
  )
})

it('D-DESK-1 keys move through the list, choose, open and change tickets', async () => {
  const [ana, sue] = [await reporter(), await agent()]
  const [first, second, third] = [await fileTicket(ana.call), await fileTicket(ana.call), await fileTicket(ana.call)]
  const page = await openScreen(`/support/helpDesk?organizationId=${ana.organization.id}`, { as: sue.account })
  await page.findByText(third.ticketNumber)
  const current = () => document.querySelector('tr[data-current] th')?.textContent ?? null
  const chosen = () => [...document.querySelectorAll('tr[data-chosen] th')].map(({ textContent }) => textContent)
  const focused = () => (document.activeElement as HTMLElement).dataset.view
  /** One key after the other, each when the screen has followed. */
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.user.keyboard(key)
      await page.settle()
    }
  }
  await press('x')
  expect([current(), chosen()]).toEqual([null, []])
  await press('j')
  expect(current()).toBe(third.ticketNumber)
  expect(focused()).toBe(third.id)
  await press('k')
  expect(current()).toBe(third.ticketNumber)
  await press('j', 'j', 'j', 'j')
  expect(current()).toBe(first.ticketNumber)
  await press('x')
  expect(chosen()).toEqual([first.ticketNumber])
  await press('k', 'k')
  await press('{Shift>}X{/Shift}')
  expect(chosen()).toEqual([third, second, first].map(({ ticketNumber }) => ticketNumber))
  await press('x')
  expect(chosen()).toEqual([second, first].map(({ ticketNumber }) => ticketNumber))
  await press('{Control>}x{/Control}{Alt>}x{/Alt}{Meta>}x{/Meta}')
  expect(chosen()).toHaveLength(2)
  await press('s')
  await page.findByText('Change the status of 2 tickets')
  await press('j')
  await press('{Escape}')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await press('a')
  await page.findByText('Assign 2 tickets')
  await press('{Escape}')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await press('m')
  await page.findByText('Merge duplicates')
  await press('{Escape}')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await press('x', 'x')
  await page.user.keyboard('s')
  // At once: Enter takes the first choice, so that no letter may be lost.
  const field = await page.findByLabelText('Type a part of it')
  expect(document.activeElement).toBe(field)
  await page.findByText('Change the status of 2 tickets')
  await press('view', '{Enter}')
  await page.findByText('2 tickets changed.')
  await counted('Viewed', 2)
  // Until the list has been loaded again, nothing is undone.
  await waitFor(() => expect(page.getByRole('button', { name: 'Undo' }).matches('[data-loading]')).toBe(false))
  await press('u')
  await counted('Open', 3)
  await press('o')
  await waitFor(() => expect(page.location()).toContain('view='))
  await click(page, 'Close')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await press('/')
  expect(document.activeElement).toBe(page.getByRole('searchbox'))
  await press('j?')
  expect(page.getByRole('searchbox')).toHaveProperty('value', 'j?')
})

it('D-DESK-1 the card of the keys lists them by role, and they can be turned off on this device', async () => {
  const [ana, sue] = [await reporter(), await agent()]
  const ticket = await fileTicket(ana.call)
  const page = await openScreen(`/support/helpDesk?organizationId=${ana.organization.id}`, { as: sue.account })
  await page.findByText(ticket.ticketNumber)
  await page.user.keyboard('?')
  await page.findByLabelText('Use single-key shortcuts on this device')
  expect(page.outline(topDialog())).toEqual([
    'Keyboard shortcuts',
    '(Close)',
    '<checkbox checked> | Use single-key shortcuts on this device',
    'j | k',
    'Next or previous ticket',
    'Enter | o',
    'Open the ticket',
    'x',
    'Select the ticket',
    'Shift | x',
    'Select up to this ticket',
    's',
    'Change the status',
    'a',
    'Assign',
    'm',
    'Merge duplicates',
    'u',
    'Undo the last change',
    'n',
    'New support request',
    '/',
    'Search by ticket number',
    '?',
    'This card',
  ])
  await page.user.click(page.getByLabelText('Use single-key shortcuts on this device'))
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.user.keyboard('?jn')
  expect(page.queryByRole('dialog')).toBeNull()
  expect(document.querySelector('[data-current]')).toBeNull()
  await page.open(page.location())
  await click(page, 'Keyboard shortcuts')
  const box = await page.findByLabelText('Use single-key shortcuts on this device')
  expect(box).toHaveProperty('checked', false)
  await page.user.click(box)
  await click(page, 'Close')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.user.keyboard('n')
  await page.findByRole('dialog', { name: 'New Support Request' })
  const theirs = await openScreen('/support/helpDesk', { as: ana.account })
  await theirs.findByText(ticket.ticketNumber)
  await theirs.user.keyboard('jam')
  expect(theirs.queryByRole('dialog')).toBeNull()
  await theirs.user.keyboard('?')
  await theirs.findByLabelText('Use single-key shortcuts on this device')
  expect(theirs.outline(topDialog()).filter((line) => /Assign|Merge/.test(line))).toEqual([])
})

it('D-DESK-1 what was assigned to an agent is told until they open it or dismiss it', async () => {
  const [ana, sue, lee] = [await reporter(), await agent('New'), await agent('Giver')]
  const tickets = [await fileTicket(ana.call), await fileTicket(ana.call)]
  const give = (given: Filed[]) =>
    lee.call('POST', `${path}bulk`, {
      tickets: given.map(({ id }) => ({ id, version: 1 })),
      change: { assigneeId: sue.account.id },
    })
  for (const ticket of tickets) await give([ticket])
  const page = await openScreen(`/support/helpDesk?organizationId=${ana.organization.id}`, { as: sue.account })
  const notice = () => {
    const lines = plain(page.outline())
    return lines.slice(
      lines.indexOf('(Support)') + 2,
      lines.findIndex((line) => line.startsWith('<search')),
    )
  }
  await page.findByText('2 tickets were assigned to you')
  expect(notice()).toEqual(['2 tickets were assigned to you', 'HD-2, by Sue', 'HD-1, by Sue', 'Dismiss'])
  const [one] = [...document.querySelectorAll('[role=status] button')].filter((button) =>
    button.textContent?.includes('by Sue'),
  )
  await page.user.click(one as HTMLElement)
  await waitFor(() => expect(page.location()).toMatch(/&view=/))
  const opened = tickets.find(({ id }) => page.location().endsWith(id))
  // Whoever closes it before it is there has not seen it.
  await waitFor(() => expect(page.calls('POST', `${path}${opened?.id}/assignmentSeen`)).toHaveLength(1))
  await click(page, 'Close')
  await page.findByText('A ticket was assigned to you')
  await click(page, 'Dismiss')
  await waitFor(() => expect(page.queryByText('A ticket was assigned to you')).toBeNull())
  expect((await sue.call('GET', `${path}newAssignments`)).body.items).toEqual([])
  expect(numbersShown()).toHaveLength(2)
})
