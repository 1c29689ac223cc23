import { expect, it } from 'vitest'
import { runReferralClock } from '#casework/referrals/server/referral-clock.ts'
import { startTestApp } from '#test/app.ts'
import { makeClaimStage } from '#test/claim-stage.ts'
import { PASSWORD } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const stage = await makeClaimStage(app)
const refused = { expectedErrors: [/^A call failed: /] }
const asMaria = { ...stage.accounts.creator, password: PASSWORD }

async function makeLink() {
  const cedar = await stage.listed()
  const email = stage.address('cedar.example')
  const sent = await stage.send({ organizationId: cedar.id, email })
  const codeOf = async () => {
    await app.workJobs()
    return /\d{6}/.exec((await app.outbox(email)).map(({ subject }) => subject ?? '').join(' '))?.[0] ?? ''
  }
  return { cedar, email, codeOf, path: `/a/${sent.code}`, ...sent }
}
async function openLink() {
  const link = await makeLink()
  const page = await openScreen(link.path, { width: 360, ...refused })
  await page.press('Send me the code')
  await page.findByLabelText('Code of six digits')
  await page.fill('Code of six digits', await link.codeOf())
  await page.findByRole('heading', { level: 1, name: 'Shelter for Noor A.' })
  return { ...link, page }
}

it('REF-11 a pastor without an account opens the link on a phone, proves the address and says yes in one press', async () => {
  const { cedar, email, id, codeOf, path } = await makeLink()
  const page = await openScreen(path, { width: 360, ...refused })
  await page.findByRole('heading', { level: 1, name: `${stage.sender.name} asks for your help` })
  const lead = `${stage.sender.name} sent a referral to ${cedar.name}. You can see it and answer without an account.`
  expect(page.shows(lead)).toBe(true)
  expect(page.queryByText(/Noor/)).toBeNull()
  await page.press('Send me the code')
  await page.findByText(`We sent a code to m•••@${email.split('@')[1]}. It works for 10 minutes.`)
  const code = await codeOf()
  await page.fill('Code of six digits', code === '000000' ? '000001' : '000000')
  const wrong = await page.findByText('This is not the code. Please check it.')
  expect(wrong.getAttribute('role')).toBe('alert')
  await page.press('Open')
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole('textbox', { name: 'Code of six digits' })))
  await page.user.clear(page.getByRole('textbox', { name: 'Code of six digits' }))
  await page.fill('Code of six digits', code)
  await page.findByRole('heading', { level: 1, name: 'Shelter for Noor A.' })
  const shared = within(page.getByRole('region', { name: `What ${stage.sender.name} shares with you` }))
  for (const fact of ['Noor Abadi, 34', 'Must leave on Friday.', '(716) 555-0142'])
    expect(shared.getAllByText(fact, { exact: false }).length).toBeGreaterThan(0)
  expect(page.getByRole('textbox', { name: 'Your name' })).toHaveProperty('value', 'Rae Lund')
  expect(page.getByRole('textbox', { name: 'How to reach you' })).toHaveProperty('value', email)
  await page.press('Yes, we help')
  await page.findByText(`You said yes. ${stage.sender.name} knows how to reach you.`)
  const claim = page.getByRole('link', { name: `Register ${cedar.name}` })
  expect(claim.getAttribute('href')).toMatch(/^\/registration\/organization\?referralId=/)

  const sender = await openScreen(`/referrals/${id}`, { as: asMaria })
  const card = within(await sender.findByRole('region', { name: 'Answered by link' }))
  card.getByText(/^Opened once by link/)
  card.getByText(`Reach Rae Lund: ${email}`)
  expect(sender.getAllByText(`Rae Lund by link, ${cedar.name}`)).toHaveLength(2)
})

it('REF-11 by link they ask, decline with a reason, and what they typed stays when a call fails', async () => {
  const { page, path, id } = await openLink()
  page.failNext('POST', `/api/answerLink/open${path.slice(2)}/message`, 500)
  const question = page.getByRole('textbox', { name: 'Your question' })
  await page.user.type(question, 'Can she climb stairs?')
  await page.press('Ask')
  await waitFor(() => expect(page.notices()).toEqual(['This did not work. Please try again.']))
  expect(question).toHaveProperty('value', 'Can she climb stairs?')
  await waitFor(() => expect(page.getByRole('button', { name: 'Ask' }).dataset.loading).toBeUndefined())
  await page.press('Ask')
  await page.findByText('Rae Lund, by link')
  const sender = await openScreen(`/referrals/${id}`, { as: asMaria })
  await sender.findByText('Can she climb stairs?')
  expect(sender.getAllByText(/^Rae Lund by link, Cedar/)).toHaveLength(2)
  const other = await openLink()
  await other.page.press('No')
  await other.page.press('Send the answer')
  await other.page.findByText('Please choose one.')
  // The first choice has the focus.
  await waitFor(() => expect(document.activeElement).toBe(other.page.getAllByRole('radio')[0]))
  await other.page.user.click(other.page.getByRole('radio', { name: 'No capacity' }))
  await other.page.press('Send the answer')
  await other.page.findByText(/^You said no\./)
  expect(other.page.queryByText('Noor Abadi')).toBeNull()
})

it('REF-11 what was typed stays while a new code is asked for, and a no asks first who answers', async () => {
  const { page, id, codeOf } = await openLink()
  const end = () =>
    app.database.updateTable('answerLink').set({ sessionHash: null }).where('referralId', '=', id).execute()
  const enter = async () => {
    await page.press('Send me the code')
    await page.findByLabelText('Code of six digits')
    await page.fill('Code of six digits', await codeOf())
    await page.findByRole('button', { name: 'Ask' })
  }
  const typed = (name: string) => page.getByRole<HTMLTextAreaElement>('textbox', { name }).value
  await page.user.clear(page.getByRole('textbox', { name: 'Your name' }))
  await page.press('No')
  await page.findByText('Please fill this in.')
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole('textbox', { name: 'Your name' })))
  await page.fill('Your name', 'Rae Marsh')
  await page.fill('Your question', 'Can she climb stairs?')
  await page.press('No')
  await page.fill('Anything else (optional)', 'The house has stairs.')
  await page.user.click(page.getByRole('radio', { name: 'No capacity' }))
  await end()
  await page.press('Send the answer')
  await enter()
  expect([typed('Your name'), typed('Your question')]).toEqual(['Rae Marsh', 'Can she climb stairs?'])
  await page.press('No')
  expect(typed('Anything else (optional)')).toBe('The house has stairs.')
  await page.user.click(page.getByRole('radio', { name: 'No capacity' }))
  await page.press('Send the answer')
  await page.findByText(/^You said no\./)
})

it('REF-11 REF-08 0436 whoever opens the link after another organization said yes reads that, not that it was withdrawn', async () => {
  const title = { level: 1, name: 'Somebody else was able to help first' }
  const { page, id, path } = await openLink()
  await stage.accept({ besides: id })
  await page.press('Yes, we help')
  await page.findByRole('heading', title)
  const late = await openScreen(path, { width: 360, ...refused })
  await late.findByRole('heading', title)
  late.getByText('Nothing more is needed for this referral. Thank you.')
  const other = await makeLink()
  const early = await openScreen(other.path, { width: 360, ...refused })
  await early.press('Send me the code')
  await early.findByLabelText('Code of six digits')
  await stage.accept({ besides: other.id })
  await early.fill('Code of six digits', await other.codeOf())
  await early.findByRole('heading', title)
})

it('REF-11 a question without a name leads to the field of the name and stays', async () => {
  const { page } = await openLink()
  await page.user.clear(page.getByRole('textbox', { name: 'Your name' }))
  await page.fill('Your question', 'Can she climb stairs?')
  await page.press('Ask')
  await page.findByText('Please fill this in.')
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole('textbox', { name: 'Your name' })))
  expect(page.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' }).value).toBe('Can she climb stairs?')
  expect(page.notices()).toEqual([])
  await page.fill('Your name', 'Rae Marsh')
  await page.press('Ask')
  await waitFor(() => expect(page.notices()).toContain('Your question was sent'))
  expect(page.queryByText('Please fill this in.')).toBeNull()
  await within(page.getByRole('region', { name: 'Questions' })).findByText('Can she climb stairs?')
})

it('REF-11 REF-15 what was typed of an appointment stays while a new code is asked for', async () => {
  const { page, id, codeOf } = await openLink()
  await page.press('Yes, we help')
  await page.press('Record an appointment')
  const when = `${new Date().getFullYear() + 1}-01-05T10:00`
  const note = 'Where to go, whom to ask for, what to bring'
  const field = (label: string | RegExp) => page.getByLabelText<HTMLInputElement>(label).value
  await page.fill(/^When/, when)
  await page.fill(note, 'Ask for Rae.')
  await app.database.updateTable('answerLink').set({ sessionHash: null }).where('referralId', '=', id).execute()
  await page.press('Save')
  await page.press('Send me the code')
  await page.findByLabelText('Code of six digits')
  await page.fill('Code of six digits', await codeOf())
  await page.press('Record an appointment')
  expect([field(/^When/), field(note)]).toEqual([when, 'Ask for Rae.'])
  await page.press('Cancel')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.press('Record an appointment')
  expect([field(/^When/), field(note)]).toEqual(['', ''])
})

it('REF-11 by link they start, close with an outcome, and learn what changed meanwhile', async () => {
  const { page, id } = await openLink()
  await page.user.clear(page.getByRole('textbox', { name: 'How to reach you' }))
  await page.press('Yes, we help')
  await page.findByText('Please fill this in.')
  await page.user.type(page.getByRole('textbox', { name: 'How to reach you' }), '716-555-0199')
  await page.press('Yes, we help')
  await page.press('We have talked with them')
  await page.user.click(page.getByRole('radio', { name: 'By phone' }))
  await page.press('We have talked with them')
  await page.findByText('You have talked with the person.')
  await page.press('Tell how it ended')
  await page.user.click(page.getByRole('radio', { name: 'Got help' }))
  await page.press('Close the referral')
  await page.findByText('This referral is closed. Thank you.')
  const { body } = await stage.as.creator('GET', `/api/referral/${id}`)
  expect(body).toMatchObject({ status: 'Closed: Resolved', outcome: 'got help', firstContactBy: 'phone' })

  const other = await openLink()
  const { version } = (await stage.as.creator('GET', `/api/referral/${other.id}`)).body
  await stage.as.creator('POST', `/api/referral/${other.id}/transition`, { action: 'recall', version, reason: 'Moved' })
  await other.page.press('Yes, we help')
  await other.page.findByRole('heading', { name: 'This link no longer works' })
  expect(other.page.queryByText(/Noor/)).toBeNull()
})

it('REF-11 REF-15 on a phone they record, change and cancel the appointment, and the sender reads it', async () => {
  const { page, id } = await openLink()
  expect(page.queryByRole('region', { name: 'Appointment' })).toBeNull()
  await page.press('Yes, we help')
  await page.press('Record an appointment')
  const year = new Date().getFullYear() + 1
  await page.fill(/^When/, `${year}-01-05T10:00`)
  await page.fill('Where to go, whom to ask for, what to bring', 'Ask for Rae.')
  await page.press('Save')
  const card = within(await page.findByRole('region', { name: 'Appointment' }))
  await card.findByText(/January 5, \d{4} at 10:00 AM$/)
  // Somebody else at the organization changed it meanwhile.
  await app.database.updateTable('appointment').set({ version: 7 }).where('referralId', '=', id).execute()
  await page.press('Change it')
  await page.user.type(page.getByLabelText('Where to go, whom to ask for, what to bring'), ' Bring an ID.')
  await page.press('Save')
  await page.findByText(/^In the meantime it was changed to .*January 5.* its note: “Ask for Rae\.”$/)
  await page.press('Save')
  await card.findByText('Ask for Rae. Bring an ID.')
  await page.press('Cancel the appointment')
  await card.findByText(/^Cancelled: .*January 5/)
  expect(page.notices()).toContain('The appointment is cancelled.')

  const sender = await openScreen(`/referrals/${id}`, { as: asMaria })
  const read = within(await sender.findByRole('region', { name: 'Appointment' }))
  read.getByText(/^Cancelled: .*January 5/)
  expect(read.queryByRole('button')).toBeNull()
  await sender.findByText('cancelled the appointment', { exact: false })
})

it('REF-11 the page speaks Spanish, asks for a new code when the session ended, and leads to the sign-in after a claim', async () => {
  const { path, codeOf, id, cedar, email, code } = await makeLink()
  const page = await openScreen(path, { language: 'es', ...refused })
  await page.findByRole('heading', { level: 1, name: `${stage.sender.name} le pide ayuda` })
  await page.press('Enviarme el código')
  await page.findByLabelText('Código de seis cifras')
  await page.fill('Código de seis cifras', await codeOf())
  await page.findByRole('heading', { level: 1, name: 'Refugio para Noor A.' })
  await app.database.updateTable('answerLink').set({ sessionHash: null }).where('referralId', '=', id).execute()
  await page.press('Sí, ayudamos')
  await page.findByRole('button', { name: 'Enviarme el código' })
  expect(page.notices()).toContain('Pida otro código. El último ya se usó o es demasiado antiguo.')
  expect(page.queryByText('Noor Abadi')).toBeNull()
  await stage.claim(email, cedar.id, code)
  const claimed = await openScreen(path)
  await claimed.findByRole('heading', { name: `${cedar.name} has accounts here now` })
  expect(claimed.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
  const unknown = await openScreen('/a/made-up', refused)
  await unknown.findByText('We do not know this link')
})

it('REF-11 going from a link that opens nothing to one that works opens that one, and back', async () => {
  const link = await makeLink()
  const page = await openScreen('/a/made-up', refused)
  await page.findByText('We do not know this link')
  const go = (path: string) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }
  go(link.path)
  await page.findByRole('heading', { level: 1, name: `${stage.sender.name} asks for your help` })
  go('/a/made-up')
  await page.findByText('We do not know this link')
})

it('REF-11 0434 the page of a link says what became of it: expired, replaced, to be confirmed, or claimed while it was open', async () => {
  const late = await openLink()
  const over = new Date(Date.now() + 31 * 86_400_000)
  await runReferralClock(app, over)
  await late.page.press('Yes, we help')
  await late.page.findByRole('heading', { name: 'This link has expired' })
  const again = await openScreen(late.path, { language: 'es', ...refused })
  await again.findByRole('heading', { name: 'Este enlace venció' })

  const old = await openLink()
  const { version } = (await stage.as.creator('GET', `/api/referral/${old.id}`)).body
  const other = { firstName: 'Kim', lastName: 'Doe', email: stage.address('cedar.example'), version }
  expect((await stage.as.creator('POST', `/api/referral/${old.id}/invitation`, other)).status).toBe(200)
  await old.page.press('Yes, we help')
  await old.page.findByRole('heading', { name: 'There is a newer link' })

  const { cedar, path, page } = await openLink()
  await stage.claim(stage.address(), cedar.id)
  await page.press('Yes, we help')
  await page.findByRole('heading', { name: `${cedar.name} has accounts here now` })
  const wait = `${stage.sender.name} still has to confirm that the people who registered belong to ${cedar.name}.`
  const then = 'Please ask them to. After that you see the referral here when you sign in.'
  expect(page.shows(`${wait} ${then}`)).toBe(true)
  const held = await openScreen(path, refused)
  expect(held.shows(`${wait} ${then}`)).toBe(true)

  const claimed = await openLink()
  await stage.claim(claimed.email, claimed.cedar.id, claimed.code)
  await claimed.page.press('Yes, we help')
  await claimed.page.findByText('Please sign in to see the referral and to answer it.')
  expect(claimed.page.queryByText(/Noor/)).toBeNull()
})

it('REF-11 what is typed by link while a question is being sent stays', async () => {
  const { page, path } = await openLink()
  const sending = page.holdNext('POST', `/api/answerLink/open${path.slice(2)}/message`)
  const question = page.getByRole('textbox', { name: 'Your question' })
  await page.user.type(question, 'Can she climb stairs?')
  await page.press('Ask')
  await page.user.clear(question)
  await page.user.type(question, 'Has she a pet?')
  sending.release()
  await page.findByText('Rae Lund, by link')
  expect(question).toHaveProperty('value', 'Has she a pet?')
})
