import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { add, makePlace } = directoryOf(app)
const { account: dana } = await app.someone({ roles: ['data-manager'] })
const address = { address1: '12 Elm St', city: 'Buffalo', stateProvince: 'NY', postalCode: '14203' }
for (const [description, number] of [
  ['Soup', '716-555-0142'],
  ['Soup and bread', '716-555-0143'],
]) {
  const { id: organizationId } = await makeOrganization(app.database, { name: 'Quillwood Aid', standing: 'listed' })
  const serviceId = await add('service', { organizationId, name: 'Evening meal', description })
  await add('phone', { serviceId, number })
  await makePlace(serviceId, { organizationId, name: 'Hall' }, address)
}
await app.runTask('find-duplicates')
const meals = '?kind=service'

it('DIR-11 data managers see pairs with their reasons, compare them and say that they are not the same', async () => {
  const page = await openScreen(`/admin/duplicates${meals}`, { as: dana })
  await waitFor(() => expect(page.title()).toBe('Duplicates · Hearthline'))
  expect(page.outline().at(-1)).toContain(
    'Two services | Likely the same | same name · same organization · same address | Evening meal | Quillwood Aid | 12 Elm St, Buffalo, 14203 | (716) 555-014',
  )
  await page.user.click(await page.findByRole('link', { name: 'Compare: Evening meal and Evening meal' }))
  await waitFor(() => expect(page.title()).toBe('Compare two listings · Hearthline'))
  const words = page.words()
  for (const text of ['Telephone numbers', '(716) 555-0142', '(716) 555-0143', 'Soup and bread'])
    expect(words).toContain(text)
  expect(words).not.toContain('Name of the service')
  await page.press('Not the same')
  await waitFor(() => expect(page.notices()).toEqual(['This pair is not proposed again.']))
  await page.open(`/admin/duplicates${meals}`)
  expect(page.words()).toContain('No duplicates to decide about')
  await page.user.click(page.getByRole('radio', { name: 'Not the same' }))
  await page.findByText('Decided by Dana Tester')
})

it('DIR-11 data managers choose which service stays and what it takes, and undo the merge', async () => {
  await app.database.updateTable('duplicatePair').set({ state: 'open' }).execute()
  const { id } = await app.database
    .selectFrom('duplicatePair')
    .select('id')
    .where('kind', '=', 'service')
    .executeTakeFirstOrThrow()
  const page = await openScreen(`/admin/duplicates/${id}`, { as: dana, width: 360 })
  const numbers = await page.findByRole('checkbox', { name: 'Add what is missing: Telephone numbers' })
  expect(numbers).toHaveProperty('checked', true)
  expect(page.getByRole('checkbox', { name: 'Take this: What it is' })).toHaveProperty('checked', false)
  await page.user.click(page.getByRole('radio', { name: 'Second' }))
  await page.user.click(page.getByRole('checkbox', { name: 'Take this: What it is' }))
  await page.press('Merge')
  await waitFor(() => expect(page.notices()).toEqual(['Merged. You can undo it under “Merged”.']))
  const [call] = page.calls('POST', `/api/duplicate/${id}/merge`)
  const { secondId } = await app.database
    .selectFrom('duplicatePair')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(call?.body).toMatchObject({ stays: secondId, take: ['phones', 'description'] })
  await page.open('/admin/duplicates?state=merged')
  await page.press('Undo: Evening meal and Evening meal')
  await page.user.click(await page.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(page.notices().at(-1)).toBe('Both are shown by themselves again.'))
  await page.findByText('Nothing was merged')
})

it('DIR-11 data managers merge two organizations, then their places: the screen says what moves, and why one must stay', async () => {
  const { id, firstId, secondId } = await app.database
    .selectFrom('duplicatePair')
    .selectAll()
    .where('kind', '=', 'organization')
    .executeTakeFirstOrThrow()
  await app.someone({ organizationId: secondId })
  const page = await openScreen(`/admin/duplicates/${id}`, { as: dana, expectedErrors: [/^A call failed: /] })
  await page.findByText(/The services and places of the other one belong to the one that stays/)
  await page.press('Merge')
  await waitFor(() =>
    expect(page.notices().at(-1)).toMatch(/^Accounts, registrations, people, referrals or tickets of the portal/),
  )
  await page.user.click(page.getByRole('radio', { name: 'Second' }))
  await page.press('Merge')
  await waitFor(() => expect(page.notices().at(-1)).toBe('Merged. You can undo it under “Merged”.'))
  expect(page.calls('POST', `/api/duplicate/${id}/merge`).at(-1)?.body).toMatchObject({ stays: secondId })
  await page.open('/admin/duplicates?state=merged')
  expect(page.getByRole('link', { name: 'History' }).getAttribute('href')).toBe(
    `/organization/profile/${secondId}/history`,
  )
  await page.open(`/organization/profile/${firstId}/history`)
  await page.findByText('Merged into')
  const place = await app.database
    .selectFrom('duplicatePair')
    .selectAll()
    .where('kind', '=', 'location')
    .executeTakeFirstOrThrow()
  await app.database
    .updateTable('address')
    .set({ address2: 'Floor 2' })
    .where('locationId', '=', place.secondId)
    .execute()
  await page.open(`/admin/duplicates/${place.id}`)
  await page.findByText('12 Elm St, Floor 2, Buffalo, NY, 14203')
  await page.user.click(page.getByRole('checkbox', { name: 'Take this: Address' }))
  await page.press('Merge')
  await waitFor(() => expect(page.calls('POST', `/api/duplicate/${place.id}/merge`).at(-1)?.status).toBe(204))
  expect(page.calls('POST', `/api/duplicate/${place.id}/merge`).at(-1)?.body).toMatchObject({ take: ['address'] })
})

it('DIR-11 a decision that somebody else made first, or that fails, is said', async () => {
  const refused = { expectedErrors: [/^A call failed: /] }
  const { id } = await app.database
    .selectFrom('duplicatePair')
    .select('id')
    .where('kind', '=', 'service')
    .executeTakeFirstOrThrow()
  await app.database.updateTable('duplicatePair').set({ state: 'different' }).where('id', '=', id).execute()
  const page = await openScreen('/admin/duplicates?state=different', { as: dana, language: 'es', ...refused })
  page.failNext('PUT', `/api/duplicate/${id}/decision`, 500)
  await page.press('Proponer otra vez: Evening meal y Evening meal')
  await waitFor(() => expect(page.notices()).toHaveLength(1))
  await app.database.deleteFrom('duplicatePair').execute()
  await page.press('Proponer otra vez: Evening meal y Evening meal')
  await waitFor(() => expect(page.notices().at(-1)).toBe('Mientras tanto, otra persona decidió sobre este par.'))
  await page.findByText('Ningún par se marcó como distinto')
})

it('DIR-11 all merges that can be undone are listed page by page, also of one kind', async () => {
  const { id: organizationId } = await makeOrganization(app.database, { name: 'Reed House' })
  const stays = await add('service', { organizationId, name: 'Reeds' })
  for (let at = 10; at < 31; at++) {
    const gone = await add('service', { organizationId, name: `Reeds ${at}`, mergedInto: stays })
    const [firstId, secondId] = [stays, gone].sort() as [string, string]
    const merge = { state: 'merged', decidedOn: '2026-03-01T12:00:00.000Z' } as const
    await app.database
      .insertInto('duplicatePair')
      .values({ kind: 'service', firstId, secondId, score: 50, ...merge })
      .execute()
  }
  const page = await openScreen('/admin/duplicates?state=merged&kind=service', { as: dana })
  const shown = () => page.queryAllByRole('button', { name: /^Undo: / }).map((one) => one.getAttribute('aria-label'))
  await waitFor(() => expect(shown()).toHaveLength(20))
  await page.press('Show more')
  await waitFor(() => expect(new Set(shown()).size).toBe(21))
  expect(page.queryByRole('button', { name: 'Show more' })).toBeNull()
  await page.open('/admin/duplicates?state=merged&kind=organization')
  await page.findByText('Nothing was merged')
})
