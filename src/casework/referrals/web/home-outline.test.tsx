import { expect, it, vi } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization } from '#test/factories.ts'
import { plain, type Step, stageOnScreen } from '#test/referral-on-screen.ts'
import { refer } from '#test/referral-stage.ts'
import { screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const accept: Step = ['recipient', { action: 'accept' }]
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

it('REF-05 the home screen of a sender and of a recipient say why each referral waits', async () => {
  const { stage, signedIn, walk, change, read } = await stageOnScreen(app)
  const hold = { action: 'hold', reason: 'Waits for papers', reviewOn: day(1) }
  const held = await walk({ need: 'food-insecurity' }, accept, ['recipient', hold])
  await change(held, { reviewOn: '2026-01-02' })
  await walk({ need: 'homelessness' })
  const closed = await walk({ need: 'transportation-insecurity' }, accept, [
    ...(['recipient', { action: 'closeUnresolved', reason: 'moved' }] as const),
  ])
  const asks = { action: 'reopen', reason: 'They came back', version: (await read(closed)).version }
  await stage.as.recipient('POST', `/api/referral/${closed}/transition`, asks)
  await walk({ need: 'housing-instability' }, ['recipient', { action: 'decline', reason: 'no capacity' }])
  await walk({ need: 'material-hardship' }, accept, [
    ...(['recipient', { action: 'closeResolved', outcome: 'got help' }] as const),
  ])
  const page = await openScreen('/home', { as: signedIn('creator') })
  await page.findByText(/things wait for you/)
  expect(page.title()).toContain('Home')
  expect(plain(page.outline())).toEqual([
    '<greeting>, Maria',
    '2 things wait for you. The oldest came just now.',
    'New referral | → /referrals/new',
    'Waiting for you',
    'Noor A. · Transportation | → /referrals/<id> | Harbor asks to reopen it | Closed: Unresolved | (Open: Noor A. · Transportation) | Open | → /referrals/<id>',
    'Noor A. · Rent and staying housed | → /referrals/<id> | Harbor · No capacity · just now | Declined | (Find another: Noor A. · Rent and staying housed) | Find another | → /referrals/<id>',
    'You sent',
    'Noor A. · Clothing and household goods | → /referrals/<id> | New | Harbor · Got help · just now | Closed: Resolved',
    'Noor A. · Rent and staying housed | → /referrals/<id> | New | Harbor · No capacity · just now | Declined',
    'Noor A. · Transportation | → /referrals/<id> | New | Harbor · Moved away · just now | Closed: Unresolved',
    'Noor A. · Food | → /referrals/<id> | New | Harbor · just now | On Hold',
    'Noor A. · Shelter | → /referrals/<id> | Harbor · just now | Sent',
    'All that you sent | → /referrals?direction=outgoing',
  ])
  expect(page.outline(page.getByRole('link', { name: /^Referrals/ }))).toEqual([
    'Referrals | 2 | waiting | → /referrals',
  ])
  const recipient = await openScreen('/home', { as: signedIn('recipient'), language: 'es' })
  await recipient.findByText(/esperan/)
  expect(plain(recipient.outline())).toEqual([
    '<greeting>, Lee',
    'Le esperan 2 cosas. La más antigua llegó ahora mismo.',
    'Nueva remisión | → /referrals/new',
    'Le espera',
    'Noor A. · Refugio | → /referrals/<id> | de Eastside | · | Quedan 9 días hábiles para responder | Enviada | (Abrir: Noor A. · Refugio) | Abrir | → /referrals/<id>',
    'Noor A. · Alimentos | → /referrals/<id> | Quería revisarla el 02/01/2026 | En espera | (Abrir: Noor A. · Alimentos) | Abrir | → /referrals/<id>',
    'Usted envió',
    'Todavía no ha enviado ninguna remisión',
    'Aquí aparecerá lo que envíe y cómo terminó.',
    'Nueva remisión | → /referrals/new',
  ])
})

it('REF-05 D-REG-1 a referral waits for the confirmation of its recipient, in the list and on its page', async () => {
  const { stage, signedIn, read } = await stageOnScreen(app)
  const far = await makeOrganization(app.database, { name: 'Quillon Aid' })
  const given = {
    recipientOrganizationId: far.id,
    directReferralContact: { firstName: 'Rae', lastName: 'Lund', email: 'rae@quillon.test' },
  }
  const { id } = (await refer(stage, given)).body
  await refer(stage, given)
  await makeAccount(app.database, { ...{ organizationId: far.id, roles: ['organization-admin'] }, firstName: 'Rae' })
  const page = await openScreen('/home', { as: signedIn('creator') })
  await page.findByText(/things wait for you/)
  expect(plain(page.outline()).slice(2)).toEqual([
    'New referral | → /referrals/new',
    'Waiting for you',
    'Noor A. · Shelter | → /referrals/<id> | Quillon Aid now has an account. Confirm it, so that your referral reaches it. | Sent | (Open: Noor A. · Shelter) | Open | → /referrals/<id>',
    'Noor A. · Shelter | → /referrals/<id> | Quillon Aid now has an account. Confirm it, so that your referral reaches it. | Sent | (Open: Noor A. · Shelter) | Open | → /referrals/<id>',
    'You sent',
    'Noor A. · Shelter | → /referrals/<id> | Quillon Aid now has an account. Confirm it, so that your referral reaches it. | Sent',
    'Noor A. · Shelter | → /referrals/<id> | Quillon Aid now has an account. Confirm it, so that your referral reaches it. | Sent',
    'All that you sent | → /referrals?direction=outgoing',
  ])
  await page.open('/referrals?direction=outgoing')
  await page.findByRole('table')
  expect(plain(page.outline(page.getByRole('table')))).toEqual([
    '<checkbox Select all loaded referrals> | Person | Need or service | Organization | Status | Sent',
    '<checkbox Select Noor A.> | Noor A. | → /referrals/<id> | Shelter | Quillon Aid | Sent | just now | Needs your confirmation',
    '<checkbox Select Noor A.> | Noor A. | → /referrals/<id> | Shelter | Quillon Aid | Sent | just now | Needs your confirmation',
  ])
  await page.open(`/referrals/${id}`)
  const panel = await page.findByRole('region', { name: 'Quillon Aid now has an account' })
  expect(plain(page.outline(panel))).toEqual([
    'Quillon Aid now has an account',
    'When you sent this referral, nobody at Quillon Aid had an account. Somebody has registered since, and the community approved it. They see nothing of this referral until you confirm that they are the right people.',
    'Rae Tester | <email> | approved on <today>',
    'If you do not know them, call the organization first, or recall the referral.',
    'Confirm and open this referral',
    'Confirm for all 2 referrals',
  ])
  await page.press('Confirm for all 2 referrals')
  await waitFor(() => expect(page.shows('Confirmed. Quillon Aid sees it now.')).toBe(true))
  await waitFor(() => expect(page.queryByRole('region', { name: 'Quillon Aid now has an account' })).toBeNull())
  expect(page.calls('POST', `/api/referral/${id}/confirmRecipient`)[0]?.body).toEqual({ all: true })
  const another = (await refer(stage, given)).body
  await app.database.updateTable('referral').set({ recipientConfirmedOn: null }).where('id', '=', another.id).execute()
  await page.open(`/referrals/${another.id}`)
  await page.press('Confirm and open this referral')
  await waitFor(() => expect(page.calls('POST', `/api/referral/${another.id}/confirmRecipient`)[0]?.status).toBe(200))
  expect(page.queryByText(/^Confirm for all/)).toBeNull()
  expect(page.calls('POST', `/api/referral/${another.id}/confirmRecipient`)[0]?.body).toEqual({ all: false })
  expect(await read(another.id)).toMatchObject({ toConfirm: null })
})

it('REF-05 REF-11 what nobody at the recipient looks after leads from the home screen to the list that assigns it', async () => {
  const { signedIn, walk, change } = await stageOnScreen(app)
  await change(await walk({}, accept), { assigneeId: null })
  const page = await openScreen('/home', { as: signedIn('recipient') })
  await page.findByText(/One thing waits for you/)
  expect(plain(page.outline()).slice(4, 5)).toEqual([
    'Noor A. · Shelter | → /referrals/<id> | From Eastside. Nobody looks after it yet. | Accepted | (Assign: Noor A. · Shelter) | Assign | → /referrals?assigned=nobody&status=Accepted',
  ])
  await page.user.click(page.getByRole('link', { name: 'Assign: Noor A. · Shelter' }))
  await page.findByRole('table')
  expect(plain(page.outline(page.getByRole('table'))).slice(1)).toHaveLength(1)
})

it('REF-02 a request to reopen is decided by the sender, and both see what became of it', async () => {
  const { stage, signedIn, walk, read } = await stageOnScreen(app)
  const id = await walk({}, accept, ['recipient', { action: 'closeUnresolved', reason: 'moved' }])
  const ask = { action: 'reopen', reason: 'They came back', version: (await read(id)).version }
  expect((await stage.as.recipient('POST', `/api/referral/${id}/transition`, ask)).status).toBe(200)
  const waits = await openScreen(`/referrals/${id}`, { as: signedIn('recipient') })
  await waits.findByText(/^Your organization asked just now to reopen this referral\. Eastside .* decides\.$/)
  const sender = await openScreen(`/referrals/${id}`, { as: signedIn('creator') })
  const alert = (await sender.findByText(/asks to reopen this referral$/)).closest('[role=alert]') as HTMLElement
  expect(plain(sender.outline(alert))).toEqual([
    'Harbor asks to reopen this referral',
    'Lee Tester asked just now:',
    'They came back',
    'If you reopen it, the organization sees the record as it is now.',
    'Reopen',
    'Decline the request',
  ])
  await sender.press('Reopen')
  const dialog = await sender.findByRole('dialog', { name: 'Reopen' })
  expect(sender.outline(dialog)).toEqual([
    'Reopen',
    '(Cancel)',
    'A new referral to the same organization is sent. The history is kept.',
    'Reason | *',
    '<textarea "" required at most 1000>',
    'Cancel',
    'Reopen',
  ])
  await sender.user.click(sender.getAllByRole('button', { name: 'Cancel' }).at(-1) as HTMLElement)
  await sender.press('Decline the request')
  const declining = await sender.findByRole('dialog', { name: 'Decline the request' })
  expect(sender.outline(declining)).toEqual([
    'Decline the request',
    '(Cancel)',
    'The referral stays as it is. The organization that asked is notified.',
    'Cancel',
    'Decline the request',
  ])
  await sender.user.click(declining.querySelector('[type=submit]') as HTMLElement)
  await sender.findByText('Your organization declined a request to reopen this referral.')
  const told = await openScreen(`/referrals/${id}`, { as: signedIn('recipient') })
  await told.findByText(`${stage.sender.name} declined your request to reopen this referral.`)
})

it.each([
  [11, 'Good morning, Maria'],
  [12, 'Good afternoon, Maria'],
  [17, 'Good afternoon, Maria'],
  [18, 'Good evening, Maria'],
])('REF-05 at %i o’clock the home screen says %s', async (hour, greeting) => {
  const { account } = await app.someone({ firstName: 'Maria', roles: ['community-member'] })
  vi.spyOn(Date.prototype, 'getHours').mockReturnValue(hour)
  const page = await openScreen('/home', { as: account })
  expect(page.getByRole('heading', { level: 1 }).textContent).toBe(greeting)
})
