import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { makeFoodBank } from '#test/food-bank.ts'
import { makePerson } from '#test/referral-stage.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const bank = await makeFoodBank(app)
const { call: maria } = await bank.admin('Maria')
const pantry = await bank.serviceNamed('Weekly Food Pantry')
const housing = await makeOrganization(app.database, { name: 'Harbor Housing' })
const lee = await app.someone({ firstName: 'Lee', organizationId: housing.id })
const table = await app.database
  .selectFrom('service')
  .select(['id', 'organizationId'])
  .where('name', '=', 'Sunday Table')
  .executeTakeFirstOrThrow()
await app.someone({ organizationId: table.organizationId })
const refused = { expectedErrors: [/^A call failed: /] }

/** A referral to the pantry that was declined. */
async function decline(consent: object | null = { scope: 'network' }) {
  const { id: contactId } = await makePerson(lee.call, { postalCode: '14203' }, consent as never)
  const given = { contactId, need: 'food-insecurity', serviceId: pantry, consentOverrideReason: 'emergency' }
  const { id, requestId } = (await lee.call('POST', '/api/referral/', given)).body
  await maria('POST', `/api/referral/${id}/transition`, { action: 'decline', version: 2, reason: 'no capacity' })
  return { id, requestId, contactId }
}

it('REF-09 a declined referral proposes what fits next with reasons, and two clicks send it for the same need', async () => {
  const { id, requestId, contactId } = await decline()
  const page = await openScreen(`/referrals/${id}`, { as: lee.account, ...refused })
  const card = within((await page.findByRole('heading', { name: 'What may fit next' })).parentElement as HTMLElement)
  const button = await card.findByRole('button', { name: /: Sunday Table$/ })
  const line = button.closest('li') as HTMLElement
  expect(line.textContent).toMatch(/Sunday Table.*Answers referrals here/)
  expect(card.queryByText('Weekly Food Pantry')).toBeNull()
  await page.user.click(button)
  const now = await within(line).findByRole('button', { name: 'Send now' })
  expect(document.activeElement?.textContent).toBe('Send now')
  await page.user.click(within(line).getByRole('button', { name: 'Cancel' }))
  expect(page.calls('POST', '/api/referral/')).toEqual([])
  expect(now.isConnected).toBe(false)
  await page.user.click(card.getByRole('button', { name: /: Sunday Table$/ }))
  await page.user.click(await within(line).findByRole('button', { name: 'Send now' }))
  await page.findByRole('heading', { level: 1, name: /^Sunday Table for Noor A\. Sent/ })
  expect(page.calls('POST', '/api/referral/').map(({ body }) => body)).toEqual([
    expect.objectContaining({ requestId, contactId, serviceId: table.id, need: 'food-insecurity' }),
  ])
  await page.open(`/referrals/${id}`)
  await page.findByRole('heading', { name: 'Also asked' })
  expect(page.queryByRole('heading', { name: 'What may fit next' })).toBeNull()
})

it('REF-09 without a consent the proposal asks for one in place, and a pause that came meanwhile for a reason', async () => {
  const { id } = await decline(null)
  const page = await openScreen(`/referrals/${id}`, { as: lee.account, language: 'es', ...refused })
  await page.findByRole('heading', { name: 'Lo que puede servir ahora' })
  await page.user.click(await page.findByRole('button', { name: /^Enviar a .*: Sunday Table$/ }))
  await app.database
    .updateTable('service')
    .set({ intakeStatus: 'paused', intakeUntil: '2099-01-01', intakeStatedOn: '2026-11-01' } as never)
    .where('id', '=', table.id)
    .execute()
  await page.press('Enviar ahora')
  await page.fill(/^¿Por qué la envía de todos modos/, 'Me guardan un lugar')
  await page.press('Enviar ahora')
  await page.findByText('Falta el consentimiento')
  await page.user.click(page.getByRole('radio', { name: /^Emergencia/ }))
  await page.press('Enviar ahora')
  await waitFor(() => expect(page.location()).not.toBe(`/referrals/${id}`))
  expect(page.calls('POST', '/api/referral/').at(-1)?.body).toMatchObject({
    intakeReason: 'Me guardan un lugar',
    consentOverrideReason: 'emergency',
  })
})
