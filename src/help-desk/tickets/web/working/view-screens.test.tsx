import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { click, counted, deskOf, fileTicket, hasButton, numbersShown, path, topDialog } from '#test/desk-stage.ts'
import { type OpenScreen, screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { agent, reporter } = deskOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const views = '/api/supportPortal/supportRequestView/'
const menu = async (page: OpenScreen, button = 'Views') => {
  await click(page, button)
  await page.findByText('Save this view')
  return page.getAllByRole('menuitem', { hidden: true }).map(({ textContent }) => textContent)
}
const item = async (page: OpenScreen, name: string) =>
  page.user.click(await page.findByText(name, { selector: '[role=menuitem] *' }))

it('HD-05 a view is saved under a name with its filters, applied and deleted', async () => {
  const ana = await reporter()
  const [first] = [await fileTicket(ana.call, { priority: 'Medium' }), await fileTicket(ana.call)]
  const page = await openScreen('/support/helpDesk?priority=Medium&sort=status', { as: ana.account, ...refused })
  expect(await menu(page)).toEqual(['Save this view'])
  await item(page, 'Save this view')
  await page.findByRole('dialog', { name: 'Save this view' })
  expect(page.outline(topDialog())).toEqual([
    'Save this view',
    '(Close)',
    'Name',
    '<text "" at most 60>',
    'Who can use it',
    '<text "Only me">',
    'Save',
  ])
  await page.user.click(page.getByLabelText('Who can use it', { selector: 'input' }))
  expect(page.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    'Only me',
    'Everybody in my organization',
  ])
  await page.user.click(page.getByRole('option', { name: 'Everybody in my organization', hidden: true }))
  await click(page, 'Save')
  await page.findByText('Give the view a name.')
  await page.fill('Name', 'Medium ones')
  expect(page.queryByText('Give the view a name.')).toBeNull()
  page.failNext('POST', views, 500)
  await click(page, 'Save')
  await page.findByText('The view could not be saved.')
  await click(page, 'Save')
  await waitFor(() => expect(page.notices()).toEqual(['The view is saved.']))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.calls('POST', views).at(-1)?.body).toEqual({
    name: 'Medium ones',
    sharedWith: 'organization',
    filters: { priority: ['Medium'], sort: 'status' },
  })
  await page.open('/support/helpDesk')
  await counted('Open', 2)
  expect(await menu(page)).toEqual(['Medium ones', 'Save this view', 'Change “Medium ones”', 'Delete “Medium ones”'])
  await item(page, 'Medium ones')
  await waitFor(() => expect(numbersShown()).toEqual([first.ticketNumber]))
  expect(page.location()).toBe('/support/helpDesk?priority=Medium&sort=status')
  await menu(page, 'Views: Medium ones')
  await item(page, 'Save this view')
  await page.fill('Name', 'Medium ones')
  await click(page, 'Save')
  await page.findByText('You already have a view with this name.')
  await click(page, 'Close')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await menu(page, 'Views: Medium ones')
  await item(page, 'Delete “Medium ones”')
  await waitFor(() => expect(hasButton('Views')).toBe(true))
  expect((await ana.call('GET', views)).body.items).toEqual([])
})

it('HD-05 colleagues use a shared view but do not change it, and its words can be of another order', async () => {
  const ana = await reporter()
  const bea = await app.someone({ organizationId: ana.organization.id })
  const kept = {
    name: 'Open and closed',
    sharedWith: 'organization',
    filters: { status: ['Open', 'Closed'], sort: 'status' },
  }
  await bea.call('POST', views, kept)
  const page = await openScreen('/support/helpDesk?sort=status&status=Closed&status=Open', { as: ana.account })
  await waitFor(() => expect(hasButton('Views: Open and closed')).toBe(true))
  expect(await menu(page, 'Views: Open and closed')).toEqual(['Open and closed (Dana Tester)', 'Save this view'])
  await page.open('/support/helpDesk?sort=status&status=Closed')
  await counted('Open', 0)
  await waitFor(() => expect(hasButton('Views')).toBe(true))
})

it('HD-05 a view that is changed shows what it was, and agents share views with each other', async () => {
  const sue = await agent()
  await sue.call('POST', views, { name: 'All of mine', sharedWith: 'agents', filters: { assignee: 'me' } })
  const page = await openScreen('/support/helpDesk?assignee=me', { as: sue.account })
  await waitFor(() => expect(hasButton('Views: All of mine')).toBe(true))
  const names = await menu(page, 'Views: All of mine')
  expect(names.filter((one) => one?.includes('All of mine') && !one.includes('('))).toEqual([
    'All of mine',
    'Change “All of mine”',
    'Delete “All of mine”',
  ])
  await item(page, 'Change “All of mine”')
  await page.findByRole('dialog', { name: 'Change “All of mine”' })
  expect(page.outline(topDialog())).toEqual([
    'Change “All of mine”',
    '(Close)',
    'Name',
    '<text "All of mine" at most 60>',
    'Who can use it',
    '<text "All support agents">',
    '<checkbox>',
    'Replace its filters by those of the list as it is now',
    'Save',
  ])
  await page.user.click(page.getByLabelText('Who can use it', { selector: 'input' }))
  expect(page.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    'Only me',
    'All support agents',
  ])
})

it('HD-05 the list is exported as it is filtered, by those who may', async () => {
  const ana = await reporter()
  const boss = await app.someone({ organizationId: ana.organization.id, roles: ['organization-admin'] })
  const page = await openScreen('/support/helpDesk?status=Open&status=Closed&keyword=x&needsAnswer=true', {
    as: boss.account,
  })
  const link = await page.findByText('Export as CSV', { selector: 'a, a *' })
  expect(link.closest('a')?.getAttribute('href')).toBe(
    `${path}export?language=en&timeZone=UTC&keyword=x&needsAnswer=true&status=Open&status=Closed`,
  )
  expect(link.closest('a')?.getAttribute('download')).toBe('tickets.csv')
  const lines = page.outline()
  expect(lines.slice(lines.indexOf('Views'), lines.indexOf('Views') + 4)).toEqual([
    'Views',
    'Export as CSV | → /api/supportPortal/supportRequest/export?language=en&timeZone=UTC&keyword=x&needsAnswer=true&status=Open&status=Closed',
    'Response times | → /support/measures',
    'Nothing matches these filters',
  ])
  const theirs = await openScreen('/support/helpDesk', { as: ana.account })
  expect(theirs.queryByText('Export as CSV')).toBeNull()
})
