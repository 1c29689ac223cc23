import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { PASSWORD } from '#test/factories.ts'
import { makePerson, makeStage, refer } from '#test/referral-stage.ts'
import { screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const stage = await makeStage(app)
const reader = (name: keyof typeof stage.accounts) => ({ ...stage.accounts[name], password: PASSWORD })
async function makeReferral(...texts: string[]) {
  const contactId = (await makePerson(stage.as.creator)).id as string
  const { id } = (await refer(stage, { contactId })).body
  for (const text of texts) await stage.as.creator('POST', `/api/referral/${id}/message`, { text })
  return id as string
}

it('REF-13 under the last message that it saw stands when the other organization saw it', async () => {
  const id = await makeReferral('First', 'Second', 'Third')
  await stage.as.recipient('POST', `/api/referral/${id}/read`, { lastSequence: 2 })
  await app.database.updateTable('messageReceipt').set({ seenOn: sql<string>`'2026-02-03 14:02'` }).execute()
  const page = await openScreen(`/referrals/${id}`, { as: reader('creator') })
  const receipt = await page.findByText(/ saw this /)
  expect(receipt.textContent).toMatch(new RegExp(`^${stage.recipient.name} saw this 2/3/26, \\d`))
  expect(receipt.closest('li')?.textContent).toContain('Second')
  const other = await openScreen(`/referrals/${id}`, { as: reader('recipient') })
  await other.findByText('Third')
  expect(other.queryByText(/ saw this /)).toBeNull()
})

it('REF-13 an author corrects a message where it stands, and a correction that comes too late loses nothing typed', async () => {
  const id = await makeReferral('Come on Thursday')
  const page = await openScreen(`/referrals/${id}`, { as: reader('creator'), expectedErrors: [/^A call failed: /] })
  await page.user.click(await page.findByRole('button', { name: 'Edit' }))
  const field = page.getByRole('textbox', { name: 'Correct your message' }) as HTMLTextAreaElement
  expect(field.value).toBe('Come on Thursday')
  await page.user.clear(field)
  await page.user.type(field, 'Come on Friday')
  await page.press('Save')
  await page.findByText('Come on Friday')
  await page.findByText('· edited')
  await page.press('Edit')
  await page.user.type(page.getByRole('textbox', { name: 'Correct your message' }), ' at ten')
  await app.database
    .updateTable('referralMessage')
    .set({ createdOn: sql<string>`created_on - interval '6 minutes'` })
    .execute()
  await page.press('Save')
  await page.findByText(/^A message can be corrected for five minutes/)
  await waitFor(() => expect(page.queryByRole('button', { name: 'Edit' })).toBeNull())
  expect((page.getByRole('textbox', { name: 'Correct your message' }) as HTMLTextAreaElement).value).toBe(
    'Come on Friday at ten',
  )
  const other = await openScreen(`/referrals/${id}`, { as: reader('recipient'), language: 'es', width: 360 })
  await other.findByText('Come on Friday')
  await other.findByText('· corregido')
  expect(other.queryByRole('button', { name: 'Corregir' })).toBeNull()
})

it('REF-04 earlier messages of a long conversation are shown on request, and stay when a new one arrives', async () => {
  const id = await makeReferral('The very first')
  const { recipient } = stage
  await sql`insert into referral_message (referral_id, sequence, author_id, organization_id, text)
    select ${id}::uuid, n, ${stage.accounts.recipient.id}::uuid, ${recipient.id}::uuid, 'Message ' || n
    from generate_series(2, 201) n`.execute(app.database)
  await app.database.updateTable('referral').set({ messageCount: 201 }).where('id', '=', id).execute()
  const page = await openScreen(`/referrals/${id}`, { as: reader('creator') })
  await page.findByText('Message 201')
  expect(page.shows('The very first')).toBe(false)
  await page.press('Show earlier messages')
  await page.findByText('The very first')
  expect(page.queryByRole('button', { name: 'Show earlier messages' })).toBeNull()
  await page.user.type(page.getByRole('textbox', { name: /^Write to/ }), 'The newest')
  await page.press('Send message')
  await page.findByText('The newest', { ignore: 'textarea' })
  await page.loaded()
  expect([page.shows('The very first'), page.shows('Message 2')]).toEqual([true, true])
})
