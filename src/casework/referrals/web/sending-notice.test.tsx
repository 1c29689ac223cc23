import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { stageOnScreen } from '#test/referral-on-screen.ts'
import { makePerson } from '#test/referral-stage.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp({ SEND_UNDO_SECONDS: '30' })
const openScreen = screensOf(app)
const { stage, signedIn, walk, read } = await stageOnScreen(app)
const refused = { expectedErrors: [/^A call failed: /] }
const soon = /^It goes out in \d+ seconds\. You can undo that\.$/

it('REF-17 what was sent counts down, is taken back, and is sent again with what was typed', async () => {
  const { id: contactId } = await makePerson(stage.as.creator, { firstName: 'Olga' }, null)
  const id = await walk({ contactId, send: false })
  const page = await openScreen(`/referrals/${id}`, { as: signedIn('creator'), ...refused })
  const send = async () => {
    const dialog = within(await page.findByRole('dialog', { name: 'Send' }))
    await page.user.click(dialog.getByRole('button', { name: 'Send' }))
    return dialog
  }
  await page.press('Send')
  await page.fill('Note (optional)', 'Please ring twice.')
  const dialog = await send()
  await page.user.click(await dialog.findByRole('radio', { name: 'Another reason' }))
  await page.fill(/^Why/, 'The court ordered it today.')
  await send()
  await page.findByText('It goes out in a few seconds')
  await waitFor(() => expect(page.notices().some((text) => soon.test(text ?? ''))).toBe(true))
  expect(page.getByRole('main').textContent).toContain('Being sent')
  expect(within(page.getByRole('main')).queryByRole('alert')).toBeNull()
  for (const name of ['Send', 'Edit draft', 'Discard draft']) expect(page.queryByText(name)).toBeNull()
  const undo = await page.findByRole('button', { name: 'Undo' })
  expect(undo.textContent).toMatch(/^Undo \((30|[12]?\d)\)$/)
  const first = undo.textContent
  await waitFor(() => expect(page.getByRole('button', { name: 'Undo' }).textContent).not.toBe(first))
  await page.press('Undo')
  await page.findByText('It was not sent')
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  expect((await read(id)).status).toBe('Draft')

  await page.press('Send')
  expect((await page.findByLabelText<HTMLTextAreaElement>('Note (optional)')).value).toBe('Please ring twice.')
  const again = await send()
  expect(((await again.findByRole('radio', { name: 'Another reason' })) as HTMLInputElement).checked).toBe(true)
  expect((await page.findByLabelText<HTMLTextAreaElement>(/^Why/)).value).toBe('The court ordered it today.')
  await send()
  await page.findByRole('button', { name: 'Undo' })
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.database)
  await app.workJobs()
  await page.findByRole('heading', { level: 1, name: /\bSent$/ })
  expect(page.queryByText('It goes out in a few seconds')).toBeNull()
  expect((await read(id)).status).toBe('Sent')
})

it('REF-17 a sending that failed says so on the draft and on Home', async () => {
  const { id: contactId } = await makePerson(stage.as.creator, { firstName: 'Rhea' })
  const id = await walk({ contactId })
  const [consent] = (await stage.as.creator('GET', `/api/contact/${contactId}`)).body.consents
  await stage.as.creator('POST', `/api/contact/${contactId}/consent/${consent.id}/withdraw`, {})
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.database)
  await app.workJobs()
  const page = await openScreen('/home', { as: signedIn('creator'), language: 'es' })
  await page.findByText('No se pudo enviar. Ábrala para ver por qué.')
  await page.open(`/referrals/${id}`)
  await page.findByText('No se pudo enviar')
  await page.findByRole('button', { name: 'Enviar' })
})

it('REF-17 REF-08 a draft whose need another organization took meanwhile says which need and who took it, and links to it', async () => {
  const { id: contactId } = await makePerson(stage.as.creator, { firstName: 'Vera' })
  const first = await walk({ contactId })
  const pass = async () => {
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.database)
    await app.workJobs()
  }
  await pass()
  const step = async (action: string, given: object = {}) => {
    const { version } = await read(first)
    const answer = await stage.as.recipient('POST', `/api/referral/${first}/transition`, { action, version, ...given })
    expect(answer.status).toBe(200)
  }
  const { requestId } = await read(first)
  const { id: serviceId } = await app.database
    .insertInto('service')
    .values({ organizationId: stage.third.id, name: 'Night shelter' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const id = await walk({ contactId, requestId, recipientOrganizationId: stage.third.id, serviceId })
  await step('accept')
  await pass()
  await step('undo')
  const page = await openScreen(`/referrals/${id}`, { as: signedIn('senderAdmin') })
  await page.findByText('It could not be sent')
  expect(page.getByRole('main').textContent).toContain(
    `${stage.recipient.name} had accepted this need (Shelter) when the referral was due to be sent, and has since undone or ended that. It is a draft again, and you can send it.`,
  )
  expect(page.getByRole('link', { name: 'See that referral' }).getAttribute('href')).toBe(`/referrals/${first}`)
})

it('REF-17 REF-08 several recipients that were taken back are sent again with one press', async () => {
  const third = stage.third.id
  const given = {
    contactId: (await makePerson(stage.as.creator, { firstName: 'Ines' })).id,
    alsoTo: [{ recipientOrganizationId: third }],
  }
  const id = await walk(given)
  const page = await openScreen(`/referrals/${id}`, { as: signedIn('creator'), width: 360, ...refused })
  await page.user.click(await page.findByRole('button', { name: 'Undo' }))
  await page.press('Send all 2 again')
  await page.findByRole('button', { name: 'Undo' })
  const [other] = (await read(id)).siblings
  expect((await read(other.id)).sendsIn).toBeGreaterThan(0)
})
