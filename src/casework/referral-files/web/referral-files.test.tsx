import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makePdf, uploadDocument } from '#test/documents-to-send.ts'
import { PASSWORD } from '#test/factories.ts'
import { makePerson, makeStage, refer } from '#test/referral-stage.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const stage = await makeStage(app)
const reader = (name: keyof typeof stage.accounts) => ({ ...stage.accounts[name], password: PASSWORD })
const makeReferral = async () => {
  const contactId = (await makePerson(stage.as.creator)).id as string
  return (await refer(stage, { contactId })).body.id as string
}
const fileOf = (name: string, text = 'Consent') => new File([new Uint8Array(makePdf(text))], name)

it('REF-13 REF-04 files are chosen with what they are, sent with the message, and downloaded by the other side', async () => {
  const id = await makeReferral()
  const page = await openScreen(`/referrals/${id}`, { as: reader('creator') })
  await page.user.upload(await page.findByLabelText('Attach files', { selector: 'input' }), [
    fileOf('consent.pdf'),
    fileOf('other.pdf'),
  ])
  await page.user.selectOptions(await page.findByLabelText('What consent.pdf is'), 'Consent')
  await page.press('Remove other.pdf')
  expect(page.shows('Nothing is sent before you press “Send message”.')).toBe(true)
  await page.press('Send message')
  const files = await page.findByRole('list', { name: 'Files' })
  expect(files.textContent).toBe('consent.pdfConsent · 1 kB · Not checked for virusesWithdraw')
  expect(page.queryByRole('list', { name: 'Files to send' })).toBeNull()

  const other = await openScreen(`/referrals/${id}`, { as: reader('recipient') })
  const link = await other.findByRole('link', { name: 'Download consent.pdf' })
  expect([link.getAttribute('download'), other.queryByRole('button', { name: /Withdraw/ })]).toEqual([
    'consent.pdf',
    null,
  ])
  const got = await stage.as.recipient('GET', link.getAttribute('href') ?? '')
  expect(got.bytes.equals(makePdf('Consent'))).toBe(true)
})

it('REF-04 after a message was sent with the keyboard, the next one can be written', async () => {
  const id = await makeReferral()
  const page = await openScreen(`/referrals/${id}`, { as: reader('creator') })
  const text = await page.findByRole('textbox', { name: /^Write to/ })
  await page.user.type(text, 'Is Thursday possible?')
  page.getByRole('button', { name: 'Send message' }).focus()
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(page.calls('POST', `/api/referral/${id}/message`)).toHaveLength(1))
  await waitFor(() => expect(document.activeElement).toBe(text))
})

it('REF-13 what is wrong with a file stands at the file, and neither the words nor the other files are lost', async () => {
  const id = await makeReferral()
  const page = await openScreen(`/referrals/${id}`, {
    as: reader('creator'),
    expectedErrors: [/^A call failed: /],
  })
  const input = await page.findByLabelText('Attach files', { selector: 'input' })
  await page.user.upload(input, [new File([], 'empty.pdf')])
  await page.findByText('empty.pdf is empty.')
  const text = page.getByRole('textbox', { name: /^Write to/ }) as HTMLTextAreaElement
  await page.user.type(text, 'Both papers')
  await page.user.upload(page.getByLabelText('Attach files', { selector: 'input' }), [
    fileOf('good.pdf'),
    new File(['<html>'], 'bad.pdf'),
  ])
  await page.press('Send message')
  const list = within(await page.findByRole('list', { name: 'Files to send' }))
  expect((await list.findByRole('alert')).textContent).toMatch(/^bad\.pdf does not contain what its name says/)
  expect([text.value, list.getByText(/good\.pdf/).textContent]).toEqual(['Both papers', 'good.pdf 1 kB'])
  expect((await stage.as.recipient('GET', `/api/referral/${id}/message`)).body.items).toEqual([])
  await page.press('Remove bad.pdf')
  await page.press('Send message')
  await page.findByRole('link', { name: 'Download good.pdf' })
  expect(text.value).toBe('')
  expect((await stage.as.recipient('GET', `/api/referral/${id}/message`)).body.items).toMatchObject([
    { text: 'Both papers' },
  ])
})

it('REF-13 a file is withdrawn after a question, and both sides see that it was', async () => {
  const id = await makeReferral()
  const { body } = await uploadDocument(stage.as.creator, id, makePdf('x'), 'id.pdf')
  const files = [{ fileId: body.id, category: 'identity' }]
  await stage.as.creator('POST', `/api/referral/${id}/fileMessage`, { text: '', files })
  const page = await openScreen(`/referrals/${id}`, { as: reader('creator'), language: 'es', width: 360 })
  await page.press('Retirar id.pdf')
  const dialog = within(await page.findByRole('dialog'))
  await page.user.click(dialog.getByRole('button', { name: 'Retirar' }))
  await page.findByText(/^Retirado el/)
  expect(page.queryByRole('link', { name: 'Descargar id.pdf' })).toBeNull()
  const other = await openScreen(`/referrals/${id}`, { as: reader('recipient') })
  expect((await other.findByRole('list', { name: 'Files' })).textContent).toMatch(/^id\.pdfWithdrawn on \d/)
})

it('REF-13 a home screen says that a file waits, without words', async () => {
  const id = await makeReferral()
  const { body } = await uploadDocument(stage.as.recipient, id, makePdf('x'), 'id.pdf')
  const files = [{ fileId: body.id, category: 'identity' }]
  await stage.as.recipient('POST', `/api/referral/${id}/fileMessage`, { text: '', files })
  const page = await openScreen('/home', { as: reader('creator') })
  await waitFor(() => expect(page.shows(`${stage.recipient.name} sent a file`)).toBe(true))
})

it('REF-04 what is typed while a message with a file is being sent stays', async () => {
  const id = await makeReferral()
  const page = await openScreen(`/referrals/${id}`, { as: reader('creator') })
  await page.user.upload(await page.findByLabelText('Attach files', { selector: 'input' }), [fileOf('slow.pdf')])
  const text = page.getByRole('textbox', { name: /^Write to/ }) as HTMLTextAreaElement
  await page.user.type(text, 'The paper')
  const upload = page.holdNext('POST', `/api/referral/${id}/file`)
  await page.press('Send message')
  await page.findByRole('img', { name: 'Sending slow.pdf' })
  await page.user.clear(text)
  await page.user.type(text, 'The next thing')
  upload.release()
  await page.findByRole('link', { name: 'Download slow.pdf' })
  expect(text.value).toBe('The next thing')
  expect((await stage.as.recipient('GET', `/api/referral/${id}/message`)).body.items).toMatchObject([
    { text: 'The paper' },
  ])
})

it('REF-04 a message whose answer got lost is written once, and the same words can be written again', async () => {
  const id = await makeReferral()
  const page = await openScreen(`/referrals/${id}`, { as: reader('creator'), expectedErrors: [/^A call failed: /] })
  const text = (await page.findByRole('textbox', { name: /^Write to/ })) as HTMLTextAreaElement
  const written = async () =>
    (await stage.as.recipient('GET', `/api/referral/${id}/message`)).body.items.map((one: { text: string }) => one.text)
  await page.user.type(text, 'Thank you')
  await page.loaded()
  page.breakConnection('answers')
  await page.press('Send message')
  await page.findByText('The message was not sent. Please try again.')
  page.breakConnection(null)
  await page.press('Send message')
  await waitFor(() => expect(text.value).toBe(''))
  expect(await written()).toEqual(['Thank you'])
  await page.user.type(text, 'Thank you')
  await page.press('Send message')
  await waitFor(() => expect(text.value).toBe(''))
  expect(await written()).toEqual(['Thank you', 'Thank you'])
})

it('REF-04 REF-13 messages and files that cannot be read are not taken for none, and do not count as read', async () => {
  const id = await makeReferral()
  const { body } = await uploadDocument(stage.as.recipient, id, makePdf('x'), 'id.pdf')
  const files = [{ fileId: body.id, category: 'identity' }]
  await stage.as.recipient('POST', `/api/referral/${id}/fileMessage`, { text: 'Please sign it', files })
  const page = await openScreen('/home', { as: reader('creator'), expectedErrors: [/^A call failed: /] })
  // Each read is repeated once by itself.
  for (const path of [`/api/referral/${id}/message`, `/api/referral/${id}/file`])
    for (let time = 0; time < 2; time++) page.failNext('GET', path, 500)
  await page.open(`/referrals/${id}`)
  await page.findByText('The messages could not be loaded.')
  const unread = await page.findByText('The files of this referral could not be loaded.')
  expect(page.calls('POST', `/api/referral/${id}/read`)).toEqual([])
  await page.user.click(within(unread.parentElement as HTMLElement).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(unread.isConnected).toBe(false))
  await page.press('Try again')
  await page.findByText('Please sign it')
  await page.findByRole('link', { name: 'Download id.pdf' })
  await waitFor(() =>
    expect(page.calls('POST', `/api/referral/${id}/read`).map((call) => call.body)).toEqual([{ lastSequence: 1 }]),
  )
})
