import { expect, it, vi } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { PASSWORD } from '#test/factories.ts'
import { makePerson, makeStage, refer } from '#test/referral-stage.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)

/** Two separate organizations, so that a list contains only this test's referrals. */
async function begin() {
  const stage = await makeStage(app)
  const signedIn = (name: keyof typeof stage.accounts) => ({ ...stage.accounts[name], password: PASSWORD })
  return { stage, signedIn }
}
const rows = (page: OpenScreen) =>
  within(page.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))
const searches = (page: OpenScreen) => page.calls('POST', '/api/referral/search').map(({ body }) => body)

it('REF-05 the lists begin empty in words of their own, and offer another try when they fail', async () => {
  const { signedIn } = await begin()
  const page = await openScreen('/referrals', { as: signedIn('third') })
  await page.findByText('No referrals have come yet')
  page.getByText('When another organization refers somebody to yours, it will appear here.')
  await page.user.click(page.getByLabelText('Outgoing'))
  await page.findByText('You have not sent a referral yet')
  page.getByText('Start with New referral: pick a person and where they should go.')
  expect(page.location()).toBe('/referrals?direction=outgoing')
  for (let time = 0; time < 2; time++) page.failNext('POST', '/api/referral/search', 500)
  await page.open('/referrals')
  await page.findByText('This could not be loaded or saved. Nothing that you typed is lost.')
  await page.press('Try again')
  await page.findByText('No referrals have come yet')
})

it('REF-05 a row says whom, what, with which organization, how it stands and since when', async () => {
  const { stage, signedIn } = await begin()
  const quiet = await refer(stage)
  const urgent = await refer(stage, { urgency: 'urgent', need: 'food-insecurity' })
  await stage.as.recipient('POST', `/api/referral/${quiet.body.id}/message`, { text: 'We have a bed.' })
  const page = await openScreen('/referrals?direction=outgoing', { as: signedIn('creator') })
  const table = within(await page.findByRole('table'))
  const heads = table.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads).toEqual(['Person', 'Need or service', 'Organization', 'Status', 'Sent'])
  const [first, second] = rows(page)
  expect(first?.slice(0, 4)).toEqual(['Noor A.', 'Food · Urgent', stage.recipient.name, 'Sent'])
  expect(first?.[4]).toMatch(/working days? (left )?to answer|days? left/)
  expect(second?.slice(0, 4)).toEqual([
    'Noor A.1 unread message · 1 read by nobody here',
    'Shelter',
    stage.recipient.name,
    'Sent',
  ])
  expect(table.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    `/referrals/${urgent.body.id}`,
    `/referrals/${quiet.body.id}`,
  ])
  const incoming = await openScreen('/referrals', { as: signedIn('recipient') })
  await incoming.findByRole('table')
  expect(rows(incoming).map(([, , organization]) => organization)).toEqual([stage.sender.name, stage.sender.name])
})

it('REF-05 filters stand in the address however quickly they are chosen, and clearing keeps the direction', async () => {
  const { stage, signedIn } = await begin()
  await refer(stage)
  await refer(stage, { need: 'food-insecurity' })
  const page = await openScreen('/referrals?direction=outgoing', { as: signedIn('creator') })
  await page.findByRole('table')
  await page.choose('Need', 'Food')
  await waitFor(() => expect(rows(page)).toHaveLength(1))
  expect(page.location()).toBe('/referrals?direction=outgoing&need=food-insecurity')
  await page.choose('Order', 'Oldest first')
  await waitFor(() => expect(page.location()).toContain('&sort=oldest'))
  await page.choose('Status', 'Declined')
  await page.findByText('Nothing matches these filters')
  expect(searches(page).at(-1)).toEqual({
    ...{ direction: 'outgoing', need: 'food-insecurity', sort: 'oldest', status: 'Declined', limit: 100 },
  })
  await page.press('Clear filters')
  await waitFor(() => expect(rows(page)).toHaveLength(2))
  expect(page.location()).toBe('/referrals?direction=outgoing')
})

it('REF-05 words to look for stand in no address, and clearing empties their field', async () => {
  const { stage, signedIn } = await begin()
  await refer(stage)
  await refer(stage, { need: 'food-insecurity' })
  const page = await openScreen('/referrals?direction=outgoing', { as: signedIn('creator') })
  // The portal takes no longer one.
  expect(page.getByLabelText('Search by name, service or organization')).toHaveProperty('maxLength', 100)
  await page.fill('Search by name, service or organization', ' nobody ')
  await page.findByText('Nothing matches these filters')
  expect(searches(page).at(-1)?.search).toBe('nobody')
  expect(page.location()).toBe('/referrals?direction=outgoing')
  await page.press('Clear filters')
  await waitFor(() => expect(rows(page)).toHaveLength(2))
  const field = page.getByLabelText('Search by name, service or organization') as HTMLInputElement
  expect(field.value).toBe('')
  await page.user.click(page.getByRole('combobox', { name: 'Status' }))
  expect(page.queryByRole('option', { name: 'Entered In Error' })).toBeNull()
})

it('REF-05 words are found again on the way back', async () => {
  const { stage, signedIn } = await begin()
  await refer(stage)
  const page = await openScreen('/referrals?direction=outgoing', { as: signedIn('creator') })
  await page.fill('Search by name, service or organization', 'noor')
  await waitFor(() => expect(searches(page).at(-1)?.search).toBe('noor'))
  await page.user.click(await page.findByRole('link', { name: 'Noor A.' }))
  await page.findByRole('heading', { level: 1, name: /for Noor/ })
  history.back()
  const field = await page.findByLabelText<HTMLInputElement>('Search by name, service or organization')
  expect(field.value).toBe('noor')
})

it('REF-05 the home screen says what waits, since when, and what became of what was sent', async () => {
  const { stage, signedIn } = await begin()
  const empty = await openScreen('/home', { as: signedIn('creator') })
  await empty.findByText('Nothing waits for you.')
  empty.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening), Maria$/ })
  empty.getByText('All answered')
  empty.getByText('Referrals to your organization, messages and call-backs will appear here.')
  empty.getByText('What you send will appear here, with how it ended.')

  const { id } = (await refer(stage)).body
  await stage.as.recipient('POST', `/api/referral/${id}/message`, { text: 'We have a bed.' })
  const other = (await refer(stage, { need: 'food-insecurity' })).body
  const call = { action: 'decline', reason: 'no capacity', version: other.version }
  await stage.as.recipient('POST', `/api/referral/${other.id}/transition`, call)
  const page = await openScreen('/home', { as: signedIn('creator') })
  await page.findByText(/^2 things wait for you\. The oldest came (now|just now|.* ago)\.$/)
  const waiting = within(page.getByRole('region', { name: 'Waiting for you' }))
  waiting.getByText(`${stage.recipient.name} wrote: “We have a bed.”`)
  expect(waiting.getByRole('link', { name: /^Reply: Noor A\. · Shelter$/ }).getAttribute('href')).toBe(
    `/referrals/${id}`,
  )
  waiting.getByRole('link', { name: 'Find another: Noor A. · Food' })
  const sent = within(page.getByRole('region', { name: 'You sent' }))
  sent.getByText(new RegExp(`^${stage.recipient.name} · No capacity · `))
  expect(sent.getByRole('link', { name: 'All that you sent' }).getAttribute('href')).toBe(
    '/referrals?direction=outgoing',
  )

  const recipient = await openScreen('/home', { as: signedIn('recipient') })
  await recipient.findByText(/^One thing waits for you\. It came/)
  expect(recipient.words()).toContain(`from ${stage.sender.name} · `)
  recipient.getByRole('link', { name: 'Open: Noor A. · Shelter' })
})

it('REF-05 the home screen offers another try when it cannot be loaded', async () => {
  const { signedIn } = await begin()
  const page = await openScreen('/directory', { as: signedIn('creator') })
  page.failNext('GET', '/api/referral/waiting', 500)
  page.failNext('GET', '/api/referral/waiting', 500)
  await page.open('/home')
  await page.findByText('This could not be loaded or saved. Nothing that you typed is lost.')
  await page.press('Try again')
  await page.findByText('Nothing waits for you.')
})

it('NAV-02 who does no casework is greeted with the places where they may begin', async () => {
  const { account } = await app.someone({ roles: ['platform-admin'] })
  const page = await openScreen('/home', { as: account })
  await page.findByText('Welcome. Where would you like to start?')
  const target = (name: RegExp) => within(page.getByRole('main')).getByRole('link', { name }).getAttribute('href')
  expect(target(/^Registrations\s*See who asks to take part, and decide\.$/)).toBe('/admin/review')
  expect(target(/^Find help\s*Search the directory by need, place and opening hours\.$/)).toBe('/directory')
  expect(target(/^Your account\s*Your notifications and your password\.$/)).toBe('/myAccount')
  const member = await app.someone({ roles: ['community-member'] })
  const other = await openScreen('/home', { as: member.account })
  await other.findByText('What organizations keep about you, and what you can decide.')
  expect(other.queryByRole('link', { name: /^Registrations/ })).toBeNull()
})

it('REF-06 what was shared stands beside the conversation, to reach the person at a tap', async () => {
  const { stage, signedIn } = await begin()
  const home = { city: 'Buffalo', postalCode: '14201', language: 'es' }
  const person = await makePerson(stage.as.creator, home, {
    scope: 'network',
    needs: ['homelessness'],
    howGiven: 'written',
  })
  const given = { contactId: person.id, urgency: 'asap', neededBy: '2099-02-03' }
  const { id } = (await refer(stage, given)).body
  const page = await openScreen(`/referrals/${id}`, { as: signedIn('recipient') })
  await page.findByRole('heading', { level: 2, name: 'What was shared' })
  const facts = page.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)
  expect(facts).toEqual(
    expect.arrayContaining([
      'Contact: (716) 555-0142 · noor@example.test',
      'Language: Spanish',
      'Place: Buffalo 14201',
      'Need: Shelter',
      'Urgency: As soon as possible · by 02/03/2099',
      'From: Maria Tester',
    ]),
  )
  expect(facts.find((fact) => fact.startsWith('Person'))).toMatch(/^Person: Noor Abadi, \d\d$/)
  expect(page.queryByRole('link', { name: "Open the person's record" })).toBeNull()
  const own = await openScreen(`/referrals/${id}`, { as: signedIn('creator') })
  const link = await own.findByRole('link', { name: "Open the person's record" })
  expect(link.getAttribute('href')).toBe(`/people/${person.id}`)
  expect(own.getAllByRole('definition').map(({ textContent }) => textContent)).toContain('Shelter')
})

it('REF-05 of a list that is loaded in part, a referral that matches again in the middle of that part is announced', async () => {
  const { stage, signedIn } = await begin()
  const { body } = await refer(stage)
  const { id, ...row } = await app.database
    .selectFrom('referral')
    .selectAll()
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
  const copies = Array.from({ length: 104 }, (_, n) => ({
    ...{ ...row, snapshot: JSON.stringify(row.snapshot) as never, searchText: undefined as never },
    createdOn: new Date(Date.parse(row.createdOn) - (n + 1) * 60_000).toISOString(),
  }))
  const made = await app.database.insertInto('referral').values(copies).returning('id').execute()
  const [between, after] = [made[50]?.id as string, made[103]?.id as string]
  const assign = (assigneeId: string | null, version: number) =>
    stage.as.recipient('POST', '/api/referral/bulk', {
      ...{ bulkId: crypto.randomUUID(), action: 'assign', assigneeId },
      referrals: [between, after].map((one) => ({ id: one, version })),
    })
  const outcomes = async (answer: ReturnType<typeof assign>) =>
    (await answer).body.results.map((one: { outcome: string }) => one.outcome)
  expect(await outcomes(assign(stage.accounts.recipient.id, row.version))).toEqual(['done', 'done'])
  const page = await openScreen('/home', { as: signedIn('recipient'), expectedErrors: [/^A call failed: /] })
  const first = page.holdNextAnswer('POST', '/api/referral/search')
  const isOpen = page.open('/referrals?assigned=nobody')
  await waitFor(() => expect(searches(page)).toHaveLength(1))
  for (let time = 0; time < 2; time++) page.failNext('POST', '/api/referral/search', 500)
  first.release()
  await isOpen
  await page.findByRole('button', { name: 'Try again' })
  vi.stubGlobal('scrollY', 200)
  expect(await outcomes(assign(null, row.version + 1))).toEqual(['done', 'done'])
  await page.findByRole('button', { name: '1 new referral' })
  vi.stubGlobal('scrollY', 0)
})
