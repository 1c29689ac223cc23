import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization, PASSWORD } from '#test/factories.ts'
import { makeStage, refer } from '#test/referral-stage.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const stage = await makeStage(app)
const signedIn = (name: keyof typeof stage.accounts) => ({ ...stage.accounts[name], password: PASSWORD })

type Side = 'recipient' | 'creator'
/** Performs steps of a new referral, each by one side. */
async function walk(...steps: [who: Side, call: Record<string, unknown>][]) {
  let { id, version } = (await refer(stage)).body
  for (const [who, call] of steps)
    version = (await stage.as[who]('POST', `/api/referral/${id}/transition`, { ...call, version })).body.version
  return id as string
}
const read = async (id: string, who: Side = 'creator') => (await stage.as[who]('GET', `/api/referral/${id}`)).body
const waiting = async (name: keyof typeof stage.accounts = 'creator') =>
  (await stage.as[name]('GET', '/api/referral/waiting')).body
const decline = { action: 'decline', reason: 'no capacity' }
const isNext = async (id: string, name?: keyof typeof stage.accounts) =>
  (await waiting(name)).items.some(
    (item: { id: string; waitsFor: string }) => item.id === id && item.waitsFor === 'next',
  )

it('REF-02 a referral that ended without help does not look finished', async () => {
  const declined = await walk(['recipient', { action: 'view' }], ['recipient', decline])
  const page = await openScreen(`/referrals/${declined}`, { as: signedIn('creator') })
  await page.findByRole('img', { name: 'Ended after step 2 of 5: Declined' })
  const lost = { action: 'closeUnresolved', reason: 'could not contact' }
  await page.open(`/referrals/${await walk(['recipient', { action: 'accept' }], ['recipient', lost])}`)
  await page.findByRole('img', { name: 'Ended after step 3 of 5: Closed: Unresolved' })
  const helped = { action: 'closeResolved', outcome: 'got help' }
  await page.open(`/referrals/${await walk(['recipient', { action: 'accept' }], ['recipient', helped])}`)
  await page.findByRole('img', { name: 'Step 5 of 5: Closed: Resolved' })
})

it('REF-02 REF-05 a declined referral waits for its sender until something else is tried or nothing more is', async () => {
  const before = (await waiting()).count
  const first = await walk(['recipient', decline])
  expect((await waiting()).count).toBe(before + 1)
  expect(await isNext(first)).toBe(true)
  expect(await isNext(first, 'senderAdmin')).toBe(false)

  const { requestId, contactId, need } = await read(first)
  const again = await refer(stage, { requestId, contactId, need, note: 'The second try.' })
  expect(await isNext(first)).toBe(false)
  expect((await read(again.body.id, 'recipient')).steps.map(({ note }: { note: string }) => note)).toContain(
    'The second try.',
  )
  const { version } = again.body
  await stage.as.recipient('POST', `/api/referral/${again.body.id}/transition`, { ...decline, version })
  expect([await isNext(first), await isNext(again.body.id)]).toEqual([false, true])

  const settle = `/api/referral/${again.body.id}/settle`
  expect((await stage.as.recipient('POST', settle)).status).toBe(403)
  expect((await stage.as.third('POST', settle)).status).toBe(404)
  const answers = await Promise.all([1, 2, 3].map(() => stage.as.creator('POST', settle)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const steps = async (who: Side) =>
    (await read(again.body.id, who)).steps.map(({ action }: { action: string }) => action)
  expect((await steps('creator')).filter((action: string) => action === 'settle')).toHaveLength(1)
  expect(await steps('recipient')).not.toContain('settle')
  expect((await waiting()).count).toBe(before)
  const open = await walk(['recipient', { action: 'accept' }])
  expect((await stage.as.creator('POST', `/api/referral/${open}/settle`)).status).toBe(409)
})

it('REF-05 another try with the same words shows them once', async () => {
  const first = await walk(['recipient', decline])
  const { requestId, contactId, need, note } = await read(first)
  const again = await refer(stage, { requestId, contactId, need, note })
  const page = await openScreen(`/referrals/${again.body.id}`, { as: signedIn('creator') })
  await page.findByText(/sent this referral/)
  expect(page.words().split(note)).toHaveLength(2)
})

it('REF-05 the home screen and the referral say that another try is due, and lead to it', async () => {
  const id = await walk(['recipient', decline])
  const page = await openScreen('/home', { as: signedIn('creator') })
  const card = within(await page.findByRole('region', { name: 'Waiting for you' }))
  await page.user.click((await card.findAllByRole('link', { name: /^Find another/ })).at(0) as HTMLElement)
  await page.findByText(/ declined\. The need is still open\.$/)
  const { requestId, contactId } = await read(id)
  await page.open(`/referrals/${id}`)
  const again = await page.findByRole('link', { name: 'Refer somewhere else' })
  expect(again.getAttribute('href')).toBe(
    `/referrals/new?contactId=${contactId}&requestId=${requestId}&need=homelessness`,
  )
  await page.press('Nothing more to try')
  await page.findByText(/decided that nothing more is tried/)
  expect(page.queryByText(/The need is still open/)).toBeNull()
  expect((await page.findAllByRole('link', { name: 'Home' })).length).toBeGreaterThan(0)
})

it('REF-02 starting work asks for the first contact, and a later one can be recorded', async () => {
  const id = await walk(['recipient', { action: 'accept' }])
  const page = await openScreen(`/referrals/${id}`, { as: signedIn('recipient') })
  await page.press('Start work')
  const dialog = within(await page.findByRole('dialog', { name: 'Start work' }))
  const start = dialog.getByRole('button', { name: 'Start work' })
  // The dialog takes the focus when it opens.
  await waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).toBeTruthy())
  await page.user.click(start)
  await dialog.findByText('Say how, or that there was no contact yet.')
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('radio', { name: 'By phone' })))
  await page.user.click(dialog.getByRole('radio', { name: 'By phone' }))
  await page.user.click(start)
  await dialog.findByText('Say when.')
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(/^When was that/)))
  await page.user.click(dialog.getByRole('radio', { name: 'Not contacted yet' }))
  await page.user.click(start)
  await page.findByText('Not recorded yet')
  expect(await read(id)).toMatchObject({ status: 'In Progress', firstContactOn: null, firstContactBy: null })

  await page.press('Record first contact')
  const later = within(await page.findByRole('dialog', { name: 'Record first contact' }))
  // The dialog takes the focus when it opens.
  await waitFor(() => expect(document.activeElement).toBe(later.getAllByRole('button', { name: 'Cancel' })[0]))
  await page.user.click(later.getByRole('button', { name: 'Record first contact' }))
  await later.findByText('Say how.')
  await waitFor(() => expect(document.activeElement).toBe(later.getByRole('radio', { name: 'By phone' })))
  await page.user.click(later.getByRole('radio', { name: 'In person' }))
  await page.user.click(later.getByRole('button', { name: 'Now' }))
  await page.user.click(later.getByRole('button', { name: 'Record first contact' }))
  await page.findByText(/recorded the first contact with the person/)
  await page.findByText(/· In person$/)
  expect(await read(id)).toMatchObject({ firstContactBy: 'in person' })
})

it('REF-07 ends with and without help stand side by side when a referral is closed', async () => {
  const id = await walk(['recipient', { action: 'accept' }], ['recipient', { action: 'start' }])
  const page = await openScreen(`/referrals/${id}`, { as: signedIn('recipient') })
  await page.press('Close with outcome')
  const dialog = within(await page.findByRole('dialog', { name: 'Close with outcome' }))
  expect(within(dialog.getByRole('group', { name: 'The person was helped' })).getAllByRole('radio')).toHaveLength(3)
  const unhelped = within(dialog.getByRole('group', { name: 'It did not work out' }))
  expect(unhelped.getAllByRole('radio')).toHaveLength(7)
  await page.user.click(dialog.getByRole('button', { name: 'Close with outcome' }))
  await dialog.findByText('Say how it ended.')
  await page.user.click(unhelped.getByRole('radio', { name: 'Could not contact' }))
  await page.user.click(dialog.getByRole('button', { name: 'Close with outcome' }))
  await waitFor(async () =>
    expect(await read(id)).toMatchObject({ status: 'Closed: Unresolved', reason: 'could not contact', outcome: null }),
  )
})

it('REF-01 a draft shows its note, is changed, sent, and discarded without a trace in the lists', async () => {
  const draft = (await refer(stage, { send: false, note: 'First words.' })).body
  const page = await openScreen(`/referrals/${draft.id}`, { as: signedIn('creator') })
  await page.findByText('First words.')
  await page.findByText(`Draft of ${stage.sender.name} for ${stage.recipient.name}`)
  await page.user.click(await page.findByRole('link', { name: 'Edit draft' }))
  await page.findByRole('heading', { name: 'Edit draft' })
  await page.fill(/^Note/, 'Better words.')
  await page.press('Keep as draft')
  await waitFor(() => expect(page.location()).toBe(`/referrals/${draft.id}`))
  await page.findByText('Better words.')
  expect(await read(draft.id)).toMatchObject({ status: 'Draft', note: 'Better words.', need: 'homelessness' })
  await page.open(`/referrals/${draft.id}/edit`)
  await page.fill(/^Note/, 'Last words.')
  await page.press('Send referral')
  await waitFor(async () => expect(await read(draft.id)).toMatchObject({ status: 'Sent', note: 'Last words.' }))

  const other = (await refer(stage, { send: false })).body
  await page.open(`/referrals/${other.id}`)
  await page.press('Discard draft')
  const dialog = within(await page.findByRole('dialog', { name: 'Discard draft' }))
  await page.user.click(dialog.getByRole('button', { name: 'Discard draft' }))
  await waitFor(() => expect(page.location()).toMatch(/^\/referrals\?direction=outgoing/))
  const listed = (await stage.as.creator('GET', '/api/referral/?direction=outgoing&limit=200')).body.items
  expect(listed.map(({ id }: { id: string }) => id)).not.toContain(other.id)
  expect((await waiting()).sent.map(({ id }: { id: string }) => id)).not.toContain(other.id)
})

it('REF-01 a draft is changed as a whole against its version, by its sender, while it is the only try', async () => {
  const draft = (await refer(stage, { send: false })).body
  const elsewhere = await makeOrganization(app.database)
  const path = `/api/referral/${draft.id}`
  const given = {
    contactId: stage.contactId,
    need: 'housing-instability',
    recipientOrganizationId: elsewhere.id,
    version: draft.version,
  }
  expect((await stage.as.recipient('PUT', path, given)).status).toBe(404)
  expect((await stage.as.creator('PUT', path, { ...given, contactId: crypto.randomUUID() })).status).toBe(400)
  const { body: theirs } = await stage.as.recipient('POST', '/api/contact/', { firstName: 'Not', lastName: 'Ours' })
  expect((await stage.as.creator('PUT', path, { ...given, contactId: theirs.id })).body.errors?.[0]?.path).toBe(
    'contactId',
  )
  const changes = await Promise.all([1, 2].map(() => stage.as.creator('PUT', path, given)))
  expect(changes.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await read(draft.id)).toMatchObject({ need: 'housing-instability', note: null, mayEdit: true })
  expect((await read(draft.id)).referredToOrganization.id).toBe(elsewhere.id)

  const { requestId } = await read(await walk(['recipient', decline]))
  const second = (await refer(stage, { requestId, send: false })).body
  expect(second.mayEdit).toBe(false)
  const late = { ...given, version: second.version }
  expect((await stage.as.creator('PUT', `/api/referral/${second.id}`, late)).status).toBe(409)
})

it('REF-02 REF-05 nothing waits after another try was started, and there is nothing to settle', async () => {
  const first = await walk(['recipient', decline])
  const { requestId, contactId, need } = await read(first)
  const again = await refer(stage, { requestId, contactId, need })
  const settle = async () => (await stage.as.creator('POST', `/api/referral/${first}/settle`)).status
  expect(await settle()).toBe(409)
  let { version } = again.body
  for (const call of [{ action: 'accept' }, { action: 'closeUnresolved', reason: 'could not contact' }])
    ({ version } = (
      await stage.as.recipient('POST', `/api/referral/${again.body.id}/transition`, { ...call, version })
    ).body)
  expect(await isNext(first)).toBe(false)
  expect(await settle()).toBe(409)
})

it('REF-05 a request to reopen what was declined is shown before the wish for another try', async () => {
  const id = await walk(['recipient', decline], ['recipient', { action: 'reopen', reason: 'We have room again.' }])
  const line = (await waiting()).items.find((item: { id: string }) => item.id === id)
  expect(line?.waitsFor).toBe('reopen')
})

it('REF-01 D-AUTH-2 changes of a draft survive leaving the form, and a colleague’s save meanwhile', async () => {
  const draft = (await refer(stage, { send: false, note: 'First words.' })).body
  const edit = `/referrals/${draft.id}/edit`
  const page = await openScreen('/referrals/new', { as: signedIn('creator'), expectedErrors: [/^A call failed: /] })
  await page.fill(/^Note/, 'Of another referral')
  await page.open(edit)
  await page.fill(/^Note/, 'Half typed')
  await page.open('/home')
  await page.open(edit)
  await page.press('Continue')
  const note = () => page.findByLabelText<HTMLTextAreaElement>(/^Note/)
  expect((await note()).value).toBe('Half typed')
  const { contactId, need, referredToOrganization, version } = await read(draft.id)
  const theirs = { contactId, need, recipientOrganizationId: referredToOrganization.id, version, note: 'Theirs' }
  expect((await stage.as.creator('PUT', `/api/referral/${draft.id}`, theirs)).status).toBe(200)
  await page.press('Keep as draft')
  await page.findByText(/^Somebody saved this draft meanwhile\./)
  expect((await read(draft.id)).note).toBe('Theirs')
  await page.press('Keep as draft')
  await waitFor(() => expect(page.location()).toBe(`/referrals/${draft.id}`))
  expect((await read(draft.id)).note).toBe('Half typed')
  await page.open('/referrals/new')
  await page.press('Continue')
  expect((await note()).value).toBe('Of another referral')
})

it('REF-05 home leads to both lists when more waits than it shows, and to all that was sent', async () => {
  await Promise.all(Array.from({ length: 21 }, () => refer(stage)))
  const page = await openScreen('/home', { as: signedIn('recipient') })
  const addressOf = async (name: string) => (await page.findByRole('link', { name })).getAttribute('href')
  expect(await addressOf('What came and waits')).toBe('/referrals?direction=incoming&list=waiting')
  expect(await addressOf('What was sent and waits')).toBe('/referrals?direction=outgoing&list=waiting')
  await page.findByText(/^\d+ new referrals? that nobody has opened yet (is|are) not in this list\./)
  expect(await addressOf('See what is new')).toBe('/referrals?direction=incoming&status=Sent&sort=newest')
  const sender = await openScreen('/home', { as: signedIn('creator') })
  expect((await sender.findByRole('link', { name: 'All that you sent' })).getAttribute('href')).toBe(
    '/referrals?direction=outgoing',
  )
})
