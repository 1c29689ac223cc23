import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { PASSWORD } from '#test/factories.ts'
import { makePerson, makeStage, refer, wholeCall } from '#test/referral-stage.ts'
import { safeAt, safeRules } from '#test/safe-contact.ts'
import { screensOf, within } from '#test/screen.tsx'

const app = await startTestApp({ PERSON_NOTICE_MINUTES: '0' })
const openScreen = screensOf(app)
const NUMBER = '+17165550142'

async function makeReferral(rules: Parameters<typeof safeRules>[0] | null) {
  const stage = await makeStage(app)
  const contactId = (await makePerson(stage.as.creator, { language: 'es' })).id as string
  if (rules) await stage.as.creator('PUT', `/api/contact/${contactId}/safeContact`, safeRules(rules))
  const { id, version } = (await refer(stage, { contactId })).body
  const open = (who: 'creator' | 'recipient') =>
    openScreen(`/referrals/${id}`, { as: { ...stage.accounts[who], password: PASSWORD } })
  return { stage, contactId, id, version, open }
}
const card = { name: 'What the person is told' }

it('REF-15 the sender sees how the person is told, and what they were told', async () => {
  const { open, contactId } = await makeReferral({ phones: [safeAt(NUMBER)], wantsNotices: true })
  const before = await open('creator')
  const region = await before.findByRole('region', card)
  expect(before.outline(region)).toEqual([
    'What the person is told',
    'News of this referral goes to them by text. ••• ••42',
  ])
  await app.workJobs()
  await before.findByText(/^Told by text ••• ••42, /)
  within(region).getByText('That it was sent')
  const recipient = await open('recipient')
  await recipient.findByText(/^Told by text, /)
  expect(recipient.queryByText(/•• ••42/)).toBeNull()
  expect(recipient.queryByRole('link', { name: 'Open the record' })).toBeNull()
  expect(contactId).toBeTruthy()
})

it('REF-15 the sender sees why the person is not told, records that they want to be, and then it says so', async () => {
  const { open, contactId, stage } = await makeReferral(null)
  await app.workJobs()
  const page = await open('creator')
  const region = within(await page.findByRole('region', card))
  expect(region.getAllByText(/^Not told: nobody has recorded how it is safe to contact them\./)).toHaveLength(2)
  expect(region.getByRole('link', { name: 'Open the record' }).getAttribute('href')).toBe(`/people/${contactId}`)
  const record = await openScreen(`/people/${contactId}`, { as: { ...stage.accounts.creator, password: PASSWORD } })
  await record.press('Record safe contact')
  await record.user.click(await record.findByLabelText('They want to be told where their referrals stand'))
  await record.press('Save')
  await record.findByText('Safe contact is saved.')
  const again = await open('creator')
  await again.findByText('News of this referral goes to them by text. ••• ••42')
})

it('REF-15 the person reads on a phone, in Spanish, who said yes, whom to call and where to go', async () => {
  const { stage, contactId, id, version } = await makeReferral({ phones: [safeAt(NUMBER)], wantsNotices: true })
  await sql`insert into phone (organization_id, number, type) values (${stage.recipient.id}::uuid, '716-555-0177', 'voice')`.execute(
    app.database,
  )
  await stage.as.recipient('POST', `/api/referral/${id}/transition`, wholeCall('accept', version))
  await app.workJobs()
  const { text } = await app.database
    .selectFrom('message')
    .select('text')
    .where('messageKey', 'like', `person-notice:%:${contactId}`)
    .executeTakeFirstOrThrow()
  const page = await openScreen(/\/p\/\w+/.exec(text ?? '')?.[0] ?? '', { language: 'es', width: 360 })
  await page.findByLabelText('Su fecha de nacimiento')
  expect(page.queryByText(new RegExp(`${stage.recipient.name}|Noor`))).toBeNull()
  await page.fill('Su fecha de nacimiento', '1992-03-04')
  await page.press('Abrir mi registro')
  const referral = within((await page.findByText('Dijeron que sí.')).closest('li') as HTMLElement)
  referral.getByText(stage.recipient.name)
  expect(referral.getByRole('link', { name: 'Llamar al 716-555-0177' }).getAttribute('href')).toBe('tel:7165550177')
})
