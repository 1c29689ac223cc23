import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization } from '#test/factories.ts'
import { makePerson } from '#test/referral-stage.ts'
import { type OpenScreen, screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const { account, call } = await app.someone({
  organizationId: (await makeOrganization(app.database)).id,
  firstName: 'Maria',
  lastName: 'Lopez',
})
async function someone() {
  const email = `noor-${crypto.randomUUID()}@example.test`
  const { id } = await makePerson(call, { email }, null)
  return { id: id as string, email, path: `/api/contact/${id}/invitation` }
}
/** The card of the person's own account. */
const card = async (page: OpenScreen) =>
  page
    .outline(await page.findByRole('region', { name: 'Account of their own' }))
    .map((line) => line.replaceAll(/\d\d\/\d\d\/\d{4}/g, '<day>'))
/** Whether the card shows more than its title. */
const isUnfolded = (page: OpenScreen) =>
  page.getByRole('heading', { name: 'Account of their own' }).closest('details')?.open
const change = (id: string, row: Record<string, unknown>) =>
  app.database.updateTable('contactInvitation').set(row).where('contactId', '=', id).execute()

it('INT-01 a person without an account is invited, again, and no longer', async () => {
  const { id, email, path } = await someone()
  const page = await openScreen(`/people/${id}`, { as: account })
  expect(await card(page)).toEqual([
    'Account of their own',
    'No account yet',
    'With an account of their own they see what is arranged for them. We mail them a link that works once, for 14 days.',
    'Invite by e-mail',
  ])
  expect(isUnfolded(page)).toBe(false)
  await page.press('Invite by e-mail')
  await waitFor(() => expect(page.notices()).toEqual([`An invitation is on its way to ${email}.`]))
  await page.findByText('Invited')
  // It waits for the person: nobody has to open the card to see that.
  expect(isUnfolded(page)).toBe(true)
  expect(await card(page)).toEqual([
    'Account of their own',
    'Invited | Sent by Maria Lopez just now · works until <day>',
    'Invite again',
    'Withdraw invitation',
  ])
  await page.press('Invite again')
  await page.findByText('Replaced')
  expect(await card(page)).toEqual([
    'Account of their own',
    'Invited | Sent by Maria Lopez just now · works until <day>',
    'Replaced | Sent by Maria Lopez just now',
    'Invite again',
    'Withdraw invitation',
  ])
  expect(page.calls('POST', path).map(({ status }) => status)).toEqual([204, 204])
  await page.press('Withdraw invitation')
  await waitFor(() => expect(page.notices()).toContain('The invitation is withdrawn.'))
  await page.findByText('Withdrawn')
  // The card stays as the reader has it before them, and the focus in it.
  expect(isUnfolded(page)).toBe(true)
  await waitFor(() => expect(document.activeElement?.tagName).toBe('SUMMARY'))
  expect(await card(page)).toEqual([
    'Account of their own',
    'Withdrawn | Sent by Maria Lopez just now',
    'Replaced | Sent by Maria Lopez just now',
    'Invite again',
  ])
  expect(page.calls('DELETE', path)).toHaveLength(1)
  expect((await call('GET', path)).body.items.map(({ state }: { state: string }) => state)).toEqual([
    'withdrawn',
    'replaced',
  ])
})

it('INT-01 an invitation that ran out or was used says when, and a member is not invited again', async () => {
  const { id, path } = await someone()
  await call('POST', path)
  await change(id, { expiresOn: '2026-03-04T12:00:00Z' })
  const page = await openScreen(`/people/${id}`, { as: account })
  const seen = await page.findByText('Expired')
  expect(seen).toBeDefined()
  expect(await page.outline(page.getByRole('region', { name: 'Account of their own' }))).toEqual([
    'Account of their own',
    'Expired | Sent by Maria Lopez just now · ran out on 03/04/2026',
    'Invite again',
  ])
  await change(id, { usedOn: '2026-03-02T12:00:00Z', accountId: account.id })
  await page.open(`/people/${id}`)
  await page.findByText('Has an account')
  expect(page.outline(page.getByRole('region', { name: 'Account of their own' }))).toEqual([
    'Account of their own',
    'Has an account | Sent by Maria Lopez just now · used on 03/02/2026',
  ])
})

it('INT-01 nobody is invited without an e-mail address', async () => {
  const { id } = await makePerson(call, { email: null }, null)
  const page = await openScreen(`/people/${id}`, { as: account })
  expect(await card(page)).toEqual([
    'Account of their own',
    'No account yet',
    'Add their e-mail address first: the invitation is mailed to it.',
    'Invite by e-mail | <disabled>',
  ])
})

it('INT-01 an invitation that is refused says why', async () => {
  const { id, email, path } = await someone()
  const page = await openScreen(`/people/${id}`, { as: account, ...refused })
  page.failNext('POST', path, 429)
  await page.press('Invite by e-mail')
  await waitFor(() =>
    expect(page.notices()).toEqual(['That is enough invitations for one day. Please try again tomorrow.']),
  )
  page.failNext('POST', path, 'network')
  await page.press('Invite by e-mail')
  await waitFor(() => expect(page.notices()).toContain('Uh oh, something went wrong!'))
  await makeAccount(app.database, { email })
  await page.press('Invite by e-mail')
  await waitFor(() => expect(page.notices()).toContain('There is an account with this address already.'))
  expect(page.queryByText('Invited')).toBeNull()
})

it('MEM-05 INT-01 an invitation whose answer was lost is asked for again as the same one, and a further one as another', async () => {
  const { id, path } = await someone()
  const page = await openScreen(`/people/${id}`, { as: account, ...refused })
  page.failNext('POST', path, 'network')
  await page.press('Invite by e-mail')
  await waitFor(() => expect(page.notices()).toContain('Uh oh, something went wrong!'))
  await page.press('Invite by e-mail')
  await page.press('Invite again')
  await page.findByText('Replaced')
  const [lost, again, further] = page.calls('POST', path).map(({ body }) => body.id)
  expect(again).toBe(lost)
  expect(further).not.toBe(lost)
})

it('MEM-05 INT-01 one that was withdrawn after its answer was lost, or is not shown yet, does not stop the next', async () => {
  const { id, path } = await someone()
  const page = await openScreen(`/people/${id}`, { as: account, ...refused })
  page.failNext('POST', path, 'network')
  await page.press('Invite by e-mail')
  await waitFor(() => expect(page.notices()).toContain('Uh oh, something went wrong!'))
  const lost = page.calls('POST', path)[0]?.body.id
  expect((await call('POST', path, { id: lost })).status).toBeLessThan(300)
  expect((await call('DELETE', path)).status).toBeLessThan(300)
  await page.press('Invite by e-mail')
  await page.findByText('Withdrawn')
  // The read is repeated once by itself.
  for (let time = 0; time < 2; time++) page.failNext('GET', path, 500)
  await page.press('Invite again')
  await waitFor(() => expect(page.calls('GET', path).filter(({ status }) => status === 500)).toHaveLength(2))
  await page.press('Invite again')
  await page.findByText('Replaced')
  const [, again, next, further] = page.calls('POST', path).map(({ body }) => body.id)
  expect(again).toBe(lost)
  expect(new Set([lost, next, further]).size).toBe(3)
})

it('INT-01 in Spanish the card of the own account is Spanish', async () => {
  const { id, path } = await someone()
  await call('POST', path)
  const page = await openScreen(`/people/${id}`, { as: account, language: 'es' })
  await page.findByText('Cuenta propia')
  expect(
    page
      .outline(await page.findByRole('region', { name: 'Cuenta propia' }))
      .map((line) => line.replaceAll(/\d\d\/\d\d\/\d{4}/g, '<day>')),
  ).toEqual([
    'Cuenta propia',
    'Invitación enviada | Enviada por Maria Lopez, ahora mismo · sirve hasta el <day>',
    'Invitar otra vez',
    'Retirar la invitación',
  ])
})

it('INT-01 invitations that cannot be read are offered again', async () => {
  const { id, path } = await someone()
  const page = await openScreen('/home', { as: account, ...refused })
  // The read is repeated once by itself.
  for (let time = 0; time < 2; time++) page.failNext('GET', path, 500)
  await page.open(`/people/${id}`)
  await waitFor(async () =>
    expect(await card(page)).toEqual(['Account of their own', 'This could not be loaded.', 'Try again']),
  )
  await page.press('Try again')
  await page.findByRole('button', { name: 'Invite by e-mail' })
})
