import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { impersonate } from '#test/impersonate.ts'
import { makeStage, refer } from '#test/referral-stage.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)

/** A person whom their organization looked up and referred to another one, which opened the referral. */
async function makeReferred() {
  const stage = await makeStage(app)
  const referral = (await refer(stage)).body
  await stage.as.recipient('GET', `/api/referral/${referral.id}`)
  await stage.as.creator('GET', '/api/contact/?limit=200')
  return stage
}
/** Who and how, by the entries that show. */
async function entries(page: OpenScreen) {
  const list = within(page.getByRole('main'))
  await list.findAllByRole('time').catch(() => [])
  return list
    .getAllByRole('listitem')
    .map((row) => [...row.querySelectorAll('p, span')].map((part) => part.textContent).join(' | '))
}
const csvOf = (page: OpenScreen) => page.getByRole('link', { name: 'Download (CSV)' }).getAttribute('href')

it('F-11 D-SEE-2 an admin reads who saw a person and how, with lists on request, and gets the accounting of disclosures', async () => {
  const { accounts, contactId, sender, recipient } = await makeReferred()
  const page = await openScreen(`/people/${contactId}/accessLog`, { as: accounts.senderAdmin })
  await page.findByText('Received a referral')
  expect(page.title()).toContain('Who saw this person')
  expect(
    page.shows('Everyone who saw more than first name and initial. Nobody can change or delete these entries.'),
  ).toBe(true)
  const seen = await entries(page)
  expect(seen[0]).toContain(`Lee Tester, ${recipient.name} | Opened a referral | Referral: Shelter`)
  expect(seen[0]).toContain('Other organization')
  const sent = seen.find((one) => one.includes('Received a referral'))
  expect(sent?.startsWith(`${recipient.name} | Received a referral | Referral: Shelter`)).toBe(true)
  const own = seen.filter((one) => one.startsWith(`Maria Tester, ${sender.name} | `))
  expect(own.length).toBeGreaterThan(0)
  for (const one of own) expect(one).not.toContain('Other organization')
  expect(seen.join()).not.toContain('Saw them in a list of people')
  expect(page.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(page.queryByText('No entries yet')).toBeNull()
  const [time] = page.getByRole('main').querySelectorAll('time')
  expect(time?.textContent).toMatch(/just now|minute/)
  expect(time?.title).toBe(new Date(time?.dateTime ?? '').toLocaleString('en'))

  expect(page.shows('Lists show many people at once, so there are many of these entries.')).toBe(true)
  await page.user.click(page.getByLabelText(/^Also show lists/))
  await page.findByText('Saw them in a list of people')
  const queries = page.calls('GET', `/api/contact/${contactId}/accessLog`).map(({ query }) => query)
  expect(queries).toEqual([
    expect.objectContaining({ lists: 'false', limit: '25' }),
    expect.objectContaining({ lists: 'true' }),
  ])
  expect(csvOf(page)).toBe(`/api/contact/${contactId}/accessLog/export?language=en`)
  expect(page.shows('The accounting of disclosures: date, organization, what they received, and the purpose.')).toBe(
    true,
  )
  expect(page.getByRole('link', { name: 'Back to the person' }).getAttribute('href')).toBe(`/people/${contactId}`)

  const spanish = await openScreen(`/people/${contactId}/accessLog`, { as: accounts.senderAdmin, language: 'es' })
  await spanish.findAllByText(/Remisión: Refugio/)
  expect(spanish.getByRole('link', { name: /CSV/ }).getAttribute('href')).toContain('language=es')
})

it('F-11 D-SEE-2 the log comes in pages, and says when it is empty or cannot be loaded', async () => {
  const { accounts, contactId, as } = await makeStage(app)
  const path = `/api/contact/${contactId}/accessLog`
  await sql`alter table access_log disable trigger all`.execute(app.database)
  await sql`delete from access_log where contact_ids @> array[${contactId}::uuid]`.execute(app.database)
  await sql`alter table access_log enable trigger all`.execute(app.database)
  const page = await openScreen(`/people/${contactId}/accessLog`, { as: accounts.senderAdmin })
  await page.findByText('No entries yet')
  expect(page.shows('As soon as someone opens this record, it shows here.')).toBe(true)
  for (let look = 0; look < 27; look++) await as.creator('GET', `/api/contact/${contactId}`)
  for (const _ of [1, 2]) page.failNext('GET', path, 500)
  await page.open(`/people/${contactId}/accessLog`)
  await page.findByText('The entries could not be loaded')
  expect(page.queryByText('No entries yet')).toBeNull()
  await page.press('Try again')
  await waitFor(() => expect(page.getAllByText('Opened the record')).toHaveLength(25))
  expect(page.queryByText('The entries could not be loaded')).toBeNull()
  await page.press('Show more')
  await waitFor(() => expect(page.getAllByText('Opened the record')).toHaveLength(27))
  expect(page.queryByRole('button', { name: 'Show more' })).toBeNull()
})

it('F-11 D-SEE-2 a platform admin reads the entries of the whole network, by first name and initial, and who impersonated whom', async () => {
  const { accounts, contactId, as, sender } = await makeReferred()
  const { account: admin } = await app.someone({ roles: ['platform-admin'], firstName: 'Ada', lastName: 'Root' })
  const acting = await impersonate(app, admin.email, accounts.creator.id)
  await acting('GET', `/api/contact/${contactId}`)
  for (const lastName of ['Bo', 'Cy', 'Di', 'Ek', 'Fu', 'Go'])
    await as.creator('POST', '/api/contact/', { firstName: 'Noor', lastName })
  await as.creator('GET', '/api/contact/?limit=200')
  const page = await openScreen('/admin/accessLog', { as: admin })
  await page.findByText(`Ada Root, signed in as Maria Tester, ${sender.name}`)
  expect(page.title()).toContain('Access log')
  expect(page.words()).toContain(
    'Who saw details of people served, in all organizations. Open a person to see all entries about them.',
  )
  expect(page.words()).not.toContain('Abadi')
  expect(page.queryByText(/^and/)).toBeNull()
  await page.user.click(page.getByLabelText(/^Also show lists/))
  const listed = (await page.findAllByText('Saw them in a list of people'))[0]?.closest('li') as HTMLElement
  const shown = within(listed).getAllByRole('link').length
  expect(within(listed).getByText(`and ${7 - shown} more`)).toBeTruthy()
  await page.user.click(page.getAllByRole('link', { name: 'Noor A.' })[0] as HTMLElement)
  await waitFor(() => expect(page.location()).toMatch(/^\/people\/[\w-]+\/accessLog$/))
  const back = await within(page.getByRole('main')).findByRole('link', { name: 'Access log' })
  expect(back.getAttribute('href')).toBe('/admin/accessLog')
  expect(page.queryByRole('link', { name: 'Back to the person' })).toBeNull()
})

it('F-11 D-SEE-2 an erased record keeps its entries, and somebody without an account is said to be so', async () => {
  const { accounts, contactId, as } = await makeStage(app)
  expect((await as.senderAdmin('POST', `/api/contact/${contactId}/erase`, { name: 'Noor Abadi' })).status).toBe(204)
  const { account: admin } = await app.someone({ roles: ['platform-admin'] })
  const page = await openScreen('/admin/accessLog', { as: admin })
  const erased = await page.findAllByRole('link', { name: 'erased record' })
  expect(erased.map((one) => one.getAttribute('href'))).toContain(`/people/${contactId}/accessLog`)
  await sql`insert into access_log (account_id, organization_id, contact_ids, way)
    values (null, null, array[${contactId}::uuid], 'invitation'), (null, null, array[${contactId}::uuid], 'referral'),
      (null, null, array[${contactId}::uuid], 'sent')`.execute(app.database)
  const log = await openScreen(`/people/${contactId}/accessLog`, { as: accounts.senderAdmin })
  await log.findByText('Opened the invitation')
  const seen = await entries(log)
  expect(seen).toContain('The holder of the invitation link | Opened the invitation')
  expect(seen.some((one) => one.startsWith('Someone without an account now | Opened a referral'))).toBe(true)
  expect(seen.some((one) => one.startsWith('Someone without an account now | Received a referral'))).toBe(true)
})

it('F-11 MYA-01 a community member reads who saw their own record, and takes a copy of it along', async () => {
  const { contactId, sender } = await makeReferred()
  const { account: member } = await app.someone({ roles: ['community-member'] })
  const page = await openScreen('/myAccount/myRecord', { as: member })
  await page.findByText('No organization keeps a record about you here')
  expect(page.shows('When an organization that helps you invites you, its record shows here.')).toBe(true)
  expect(page.getByRole('heading', { name: 'Who saw my record' })).toBeTruthy()
  await sql`insert into contact_invitation (code_hash, contact_id, account_id, expires_on, used_on)
    values (${crypto.randomUUID()}, ${contactId}::uuid, ${member.id}::uuid, now(), now())`.execute(app.database)
  await page.open('/myAccount/myRecord')
  await page.findByText('Received a referral')
  expect(page.title()).toContain('Who saw my record')
  expect(page.shows(`${sender.name} keeps a record about you. This is everyone who saw it.`)).toBe(true)
  const copies = ['Download everything (PDF)', 'Download everything (JSON)'].map((name) =>
    page.getByRole('link', { name }).getAttribute('href'),
  )
  const path = `/api/contact/${contactId}/export`
  expect(copies).toEqual([`${path}?format=pdf&language=en`, `${path}?format=json&language=en`])
  for (const name of [/PDF/, /JSON/, /CSV/])
    expect(page.getByRole('link', { name }).hasAttribute('download')).toBe(true)
  expect(page.calls('GET', `/api/contact/${contactId}/accessLog`)).toHaveLength(1)
})
