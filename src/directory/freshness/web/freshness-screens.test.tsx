import { expect, it } from 'vitest'
import { dayAfter } from '#directory/services/service-intake.ts'
import { dayIn } from '#platform/schema/day-in.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { account: manager } = await app.someone({ roles: ['data-manager'] })
const { account: reader } = await app.someone()
const today = dayIn(app.config.timeZone)
const refused = { expectedErrors: [/^A call failed: /] }
const shown = (day: string, language = 'en') =>
  new Intl.DateTimeFormat(language, { timeZone: 'UTC', year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(day),
  )

/** An organization whose services nobody confirmed for long, and the path of the link that its admin got. */
async function makeAsked(names: string[], language: 'en' | 'es' = 'en') {
  const { id: organizationId } = await makeOrganization(app.database, { name: `House of ${names[0]}` })
  const { account, call } = await app.someone({ organizationId, roles: ['organization-admin'], language })
  const ids: string[] = []
  for (const name of names) {
    const row = { organizationId, name, assuredDate: dayAfter(today, -400), applicationProcess: 'Call us' }
    const { id } = await app.database
      .insertInto('service')
      .values(row as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id as string)
  }
  await app.runTask('check-listings')
  await app.workJobs()
  const [mail] = await app.outbox(account.email)
  return { ids, call, path: /\/directory\/check\/\S+/.exec(mail?.text ?? '')?.[0] ?? '' }
}
const assured = async (id: string | undefined) =>
  (
    await app.database
      .selectFrom('service')
      .select('assuredDate')
      .where('id', '=', id as string)
      .executeTakeFirstOrThrow()
  ).assuredDate

it('DIR-09 the page of the link shows what is on record, and one click confirms it, without a sign-in', async () => {
  const { ids, path } = await makeAsked(['Lamp shop'])
  const page = await openScreen(path, { width: 360, ...refused })
  await waitFor(() => expect(page.title()).toBe('Is this still correct? · Hearthline'))
  expect(page.outline()).toEqual([
    'Is this still correct?',
    'This is what the directory tells people about House of Lamp shop. One click confirms it; you need not sign in.',
    'Lamp shop | Hours | The hours are not known. | How to apply | Call us | (Change it: Lamp shop) | Change it | → /organization/listing/<id>',
    'Still correct',
  ])
  expect(page.calls('POST')).toEqual([])
  expect(await assured(ids[0])).not.toBe(today)
  page.failNext('POST', path.replace('/directory/check/', '/api/listingCheck/link/'), 500)
  await page.press('Still correct')
  await waitFor(() => expect(page.notices()).toEqual(['It was not saved. Please try again.']))
  await page.press('Still correct')
  await page.findByText('The directory shows that you confirmed it today.')
  expect(await assured(ids[0])).toBe(today)
  await page.open(path)
  await page.findByText('This link was used already')
  await page.open(`${path}x`)
  await page.findByText('This link does not work')
})

it('DIR-09 of several services, those that are no longer correct are left out; what changed meanwhile is shown again', async () => {
  const { ids, call, path } = await makeAsked(['Rug shop', 'Sofa shop'])
  const page = await openScreen(path, refused)
  await page.press('These 2 are still correct')
  await page.findByText('The directory shows that you confirmed these 2 services today.')
  expect([await assured(ids[0]), await assured(ids[1])]).toEqual([today, today])

  const next = await makeAsked(['Desk shop', 'Chair shop'])
  const other = await openScreen(next.path, refused)
  await other.user.click(await other.findByRole('checkbox', { name: 'Still correct: Chair shop' }))
  await other.user.click(other.getByRole('checkbox', { name: 'Still correct: Desk shop' }))
  await other.press('Still correct')
  await waitFor(() => expect(other.notices()).toEqual(['Choose what is still correct.']))
  await other.user.click(other.getByRole('checkbox', { name: 'Still correct: Desk shop' }))
  await next.call('PUT', `/api/service/${next.ids[0]}`, { version: 1, changes: { waitTime: 'A day' } })
  await other.press('Still correct')
  await other.findByText('A day')
  expect(other.notices()).toContain('Somebody changed this in the meantime. Please look at it once more.')
  await other.press('Still correct')
  await other.findByText('The directory shows that you confirmed it today.')
  expect(await assured(next.ids[0])).toBe(today)
  expect(await assured(next.ids[1])).not.toBe(today)
  expect(call).toBeTruthy()
})

it('DIR-09 data managers see what nobody confirmed, with the number to call, and confirm it', async () => {
  const { id: organizationId } = await makeOrganization(app.database, { name: 'Nobody here' })
  const { id } = await app.database
    .insertInto('service')
    .values({ organizationId, name: 'Left alone', assuredDate: dayAfter(today, -500) } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.database
    .insertInto('phone')
    .values({ serviceId: id as string, number: '716-555-0170' })
    .execute()
  await app.runTask('check-listings')
  const page = await openScreen('/home', { as: manager, ...refused })
  await page.user.click(await page.findByRole('link', { name: 'To confirm' }))
  const card = await page.findByRole('region', { name: 'Left alone' })
  expect(page.outline(card)).toEqual([
    'Left alone | → /directory/service/<id>',
    'Nobody here',
    `Not confirmed since ${shown(dayAfter(today, -500))}`,
    'Nobody manages it here',
    '(Call 716-555-0170) | 716-555-0170 | → tel:7165550170',
    '(Edit Left alone) | Edit | → /organization/listing/<id>',
    '(Confirmed on the telephone: Left alone) | Confirmed on the telephone',
  ])
  page.failNext('POST', `/api/service/${id}/verification`, 500)
  await page.press('Confirmed on the telephone: Left alone')
  await waitFor(() => expect(page.notices()).toEqual(['It was not saved. Please try again.']))
  await page.press('Confirmed on the telephone: Left alone')
  await waitFor(() => expect(page.queryByRole('region', { name: 'Left alone' })).toBeNull())
  expect(await assured(id as string)).toBe(today)
})

it('DIR-09 further services to confirm belong to the list that was loaded', async () => {
  const { id: organizationId } = await makeOrganization(app.database, { name: 'Nobody at all' })
  const rows = Array.from({ length: 51 }, (_, n) => ({
    ...{ organizationId, name: `Left over ${n}`, assuredDate: dayAfter(today, -600) },
  }))
  await app.database
    .insertInto('service')
    .values(rows as never)
    .execute()
  await app.runTask('check-listings')
  const page = await openScreen('/admin/unconfirmed', { as: manager })
  await page.press('Show more')
  const cards = () => page.queryAllByRole('region', { name: /^Left over/ })
  await waitFor(() => expect(cards()).toHaveLength(51))
  await app.database
    .updateTable('service')
    .set({ assuredDate: today })
    .where('organizationId', '=', organizationId)
    .execute()
  await app.database.deleteFrom('listingCheck').where('organizationId', '=', organizationId).execute()
  await page.user.click(page.getByRole('link', { name: 'To confirm' }))
  await waitFor(() => expect(cards()).toEqual([]))
})

it('DIR-09 results and the page of a service say since when nobody confirmed it; in Spanish', async () => {
  const { ids } = await makeAsked(['Stale shop'], 'es')
  const said = `Sin confirmar desde el ${shown(dayAfter(today, -400), 'es')}`
  const page = await openScreen('/directory?text=stale', { as: reader, language: 'es' })
  await page.findByText(said)
  await page.open(`/directory/service/${ids[0]}`)
  await page.findByText(said)
  page.getByText('Nadie ha confirmado estos datos desde hace mucho tiempo. Llame antes de enviar a alguien.')
})
