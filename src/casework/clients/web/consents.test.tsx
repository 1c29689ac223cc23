import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { PASSWORD } from '#test/factories.ts'
import { makeImage } from '#test/images.ts'
import { makePerson, makeStage, nameInConsent, refer } from '#test/referral-stage.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const stage = await makeStage(app)
const maria = { ...stage.accounts.creator, password: PASSWORD }

const day = (fromToday: number) => new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10)
const shown = (iso: string) => iso.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1')
/** Waits until it is known who sees details. */
async function pressWithdrawConsent(page: OpenScreen) {
  const button = await page.findByRole<HTMLButtonElement>('button', { name: 'Withdraw consent' })
  await waitFor(() => expect(button.disabled).toBe(false))
  await page.user.click(button)
  await waitFor(() => expect(page.notices()).toEqual(['The consent is withdrawn.']))
}
const consentCard = async (page: OpenScreen) => page.findByRole('region', { name: 'Consent' })

it('INT-03 a person without consent is asked for one, and the form says what it lacks', async () => {
  const { id } = await makePerson(stage.as.creator, {}, null)
  const page = await openScreen(`/people/${id}`, { as: maria })
  const card = within(await consentCard(page))
  card.getByText('No consent is recorded')
  card.getByText(/^Before anything about this person can be sent to another organization, ask them/)
  await page.press('Record consent')
  const dialog = within(await page.findByRole('dialog', { name: 'Consent of Noor Abadi' }))
  dialog.getByText('The network means every organization that has an account here. Name the others one by one.')
  dialog.getByText('Leave empty for all needs.')
  dialog.getByText('Leave empty when it has no end.')
  await page.press('Save consent')
  await waitFor(() => expect(dialog.getAllByText('This is needed.')).toHaveLength(2))
  await page.choose(/May be shared with/, 'Only the organizations named here')
  await page.choose(/How it was given/, 'In words')
  await dialog.findByText('A consent in words must be from the last 12 months.')
  await page.press('Save consent')
  await dialog.findByText('Choose at least one organization.')
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('combobox', { name: /^Organizations/ })))
  expect(page.calls('POST', `/api/contact/${id}/consent`)).toEqual([])
  await page.press('Cancel')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
})

it('INT-03 a consent that is missing or ends within a month is said above the record, and is renewed there', async () => {
  const { id } = await makePerson(stage.as.creator, {}, null)
  const give = (expiresOn: string) =>
    stage.as.creator('POST', `/api/contact/${id}/consent`, {
      ...{ scope: 'network', howGiven: 'written', givenOn: day(0), expiresOn },
    })
  const notice = async () => {
    const page = await openScreen(`/people/${id}`, { as: maria })
    const said = page.queryByText(/^No consent is in force|^Their consent ends on/)
    return { page, said: said && page.outline(said.closest('section') as HTMLElement) }
  }
  expect((await notice()).said).toEqual([
    'No consent is in force. Nothing about this person can be sent to another organization before they agree.',
    'Record their consent',
    'Ask by link',
  ])
  expect((await give(day(20))).status).toBe(201)
  const { page, said } = await notice()
  expect(said).toEqual([
    `Their consent ends on ${shown(day(20))}. Ask them again before then.`,
    'Renew consent',
    'Ask by link',
  ])
  await page.press('Renew consent')
  await page.findByRole('dialog', { name: 'Consent of Noor Abadi' })
  await page.choose(/May be shared with/, 'Every organization in the network')
  await page.choose(/How it was given/, 'In words')
  await page.fill(/^Witness/, 'Bo Reyes')
  await page.fill(/Expires on/, day(200))
  await page.findByText('Permission to share my information')
  await page.press('Save consent')
  await waitFor(() => expect(page.queryByText(/^Their consent ends on/)).toBeNull())
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  expect((await notice()).said).toBeNull()
})

it('INT-03 the days of a consent are checked before it is sent', async () => {
  const { id } = await makePerson(stage.as.creator, { birthDate: '1992-03-04' }, null)
  const page = await openScreen(`/people/${id}`, { as: maria })
  await page.press('Record consent')
  await page.choose(/May be shared with/, 'Every organization in the network')
  await page.choose(/How it was given/, 'In words')
  await page.fill(/^Witness/, 'Bo Reyes')
  await page.findByText('Permission to share my information')
  const expectFault = async (givenOn: string, expiresOn: string, fault: string) => {
    await page.fill(/Given on/, givenOn)
    await page.fill(/Expires on/, expiresOn)
    await page.press('Save consent')
    await page.findByText(fault)
  }
  await expectFault(day(3), '', 'This day is still to come.')
  await expectFault('1991-01-01', '', 'This is before the person was born.')
  await expectFault(day(-400), '', 'A consent in words must be from the last 12 months. Ask again.')
  await expectFault(day(-5), day(-6), 'This is before the day it was given.')
  expect(page.calls('POST', `/api/contact/${id}/consent`)).toEqual([])
  await page.fill(/Expires on/, day(-5))
  await page.press('Save consent')
  await waitFor(() => expect(page.notices()).toEqual(['The consent is recorded.']))
  const card = within(await consentCard(page))
  await card.findByText('Expired')
  expect(card.queryByRole('button', { name: 'Withdraw' })).toBeNull()
})

it('INT-03 a consent for chosen needs is recorded and read back in words', async () => {
  const { id } = await makePerson(stage.as.creator, {}, null)
  const page = await openScreen(`/people/${id}`, { as: maria })
  await page.press('Record consent')
  await page.choose(/May be shared with/, 'Every organization in the network')
  await page.choose(/For these needs/, 'Food')
  await page.user.keyboard('{Escape}')
  await page.choose(/How it was given/, 'Signed on this screen')
  await page.choose(/^Language of the text/, 'Spanish')
  await page.findByText('Para qué: Alimentos.')
  await page.press('Save consent')
  await page.findByText('Sign above, or type the name.')
  await page.fill(/^Or type the full name/, 'Noor Abadi')
  await page.press('Save consent')
  await waitFor(() => expect(page.notices()).toEqual(['The consent is recorded.']))
  const call = page.calls('POST', `/api/contact/${id}/consent`)[0]
  expect(call?.body).toMatchObject({
    scope: 'network',
    needs: ['food-insecurity'],
    howGiven: 'electronic',
    language: 'es',
    signedName: 'Noor Abadi',
  })
  const card = within(await consentCard(page))
  await card.findByText('In force')
  card.getByText('Food')
  card.getByText(`Given on ${shown(call?.body.givenOn)} by signature on screen`)
  card.getByText('On version 1 of the text, in Spanish · Signed as Noor Abadi')
  await page.press('Show what was agreed to')
  const agreed = within(await page.findByRole('dialog', { name: 'What was agreed to' }))
  await agreed.findByText('Para qué: Alimentos.')
  agreed.getByText('Signed as Noor Abadi')
})

it('INT-03 shows for each consent whether and when it is in force, and withdraws only active ones', async () => {
  const { id } = await makePerson(stage.as.creator, {}, { scope: 'network', howGiven: 'written', expiresOn: day(30) })
  const give = { scope: 'network', howGiven: 'written' }
  const past = { ...give, givenOn: day(-90), expiresOn: day(-3) }
  await stage.as.creator('POST', `/api/contact/${id}/consent`, past)
  const page = await openScreen(`/people/${id}`, { as: maria })
  const entries = () => within(page.getByRole('region', { name: 'Consent' })).getAllByRole('listitem')
  await consentCard(page)
  const words = entries().map(({ textContent }) => textContent)
  const all = 'Every organization in the networkFor all needs'
  expect(words).toContain(`In force${all}Given on ${shown(day(0))} in writing · until ${shown(day(30))}Withdraw`)
  expect(words).toContain(`Expired${all}Given on ${shown(day(-90))} in writing · until ${shown(day(-3))}`)

  await page.press('Withdraw')
  const dialog = within(await page.findByRole('dialog', { name: 'Withdraw this consent?' }))
  dialog.getByText('From now on nothing more is shared under it.')
  expect(dialog.queryByRole('checkbox')).toBeNull()
  await pressWithdrawConsent(page)
  expect(page.queryByRole('dialog')).toBeNull()
  await waitFor(() =>
    expect(
      entries()
        .map(({ textContent }) => textContent)
        .join(),
    ).toContain('Withdrawn'),
  )
  expect(page.words()).toContain(`withdrawn on ${shown(day(0))}`)
  expect(page.queryByRole('button', { name: 'Withdraw' })).toBeNull()
})

it('INT-03 REF-06 who withdraws is told who sees details, and may end their access and recall what was not answered', async () => {
  const person = await makePerson(stage.as.creator)
  const sent = await refer(stage, { contactId: person.id })
  expect(sent.status).toBe(201)
  const page = await openScreen(`/people/${person.id}`, { as: maria })
  await page.press('Withdraw')
  const dialog = within(await page.findByRole('dialog', { name: 'Withdraw this consent?' }))
  await dialog.findByText('This organization sees details under this consent:')
  dialog.getByText(new RegExp(`^${stage.recipient.name}: sent .*, not answered yet$`))
  dialog.getByText('They keep the first name and initial, and are notified without the name.')
  const [access, recall] = dialog.getAllByRole('checkbox') as [HTMLInputElement, HTMLInputElement]
  expect([access.checked, recall.checked]).toEqual([true, true])
  await page.user.click(access)
  expect(dialog.queryByLabelText('Recall what was not answered yet')).toBeNull()
  await page.user.click(access)
  await page.user.click(dialog.getByLabelText('Recall what was not answered yet'))
  await pressWithdrawConsent(page)
  const call = page.calls('POST').find(({ path }) => path.endsWith('/withdraw'))
  expect(call?.body).toEqual({ endAccess: true, recall: false })
})

it('INT-03 a consent names its organizations', async () => {
  const { id } = await makePerson(stage.as.creator, {}, null)
  await nameInConsent(stage, stage.recipient.id, id)
  const page = await openScreen(`/people/${id}`, { as: maria })
  const card = within(await consentCard(page))
  await card.findByText(stage.recipient.name)
  card.getByText('For all needs')
})

it('INT-14 a consent on paper comes with its scan, which the record shows', async () => {
  const { id } = await makePerson(stage.as.creator, { language: 'Spanish' }, null)
  const page = await openScreen(`/people/${id}`, { as: maria, expectedErrors: [/^A call failed: /] })
  await page.press('Record consent')
  await page.findByText('Permiso para compartir mi información')
  await page.choose(/May be shared with/, 'Every organization in the network')
  await page.choose(/How it was given/, 'In writing')
  await page.press('Save consent')
  await page.findByText('Add the scan of the paper.')
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  const file = (bytes: Uint8Array) => new File([Uint8Array.from(bytes)], 'scan.png', { type: 'image/png' })
  await page.user.upload(input, file(new TextEncoder().encode('no picture')))
  await waitFor(() => expect(page.calls('POST', '/api/file/')).toHaveLength(1))
  await page.user.upload(input, file(await makeImage()))
  await page.findByText('The picture is uploaded')
  await page.press('Save consent')
  await waitFor(() => expect(page.notices()).toEqual(['The consent is recorded.']))
  await page.press('Show what was agreed to')
  const scan = await page.findByRole('img', { name: 'Scan of the paper' })
  expect(scan.getAttribute('src')).toMatch(/^\/api\/file\/[0-9a-f-]{36}$/)
})

it('INT-14 access under a consent that has expired is still ended from the record', async () => {
  const { id: contactId } = await makePerson(stage.as.creator)
  const { id } = (await refer(stage, { contactId })).body
  await app.database
    .updateTable('consent')
    .set({ givenOn: day(-30), expiresOn: day(-2) })
    .where('contactId', '=', contactId)
    .execute()
  const page = await openScreen(`/people/${contactId}`, { as: maria })
  const card = within(await consentCard(page))
  await card.findByText('Expired')
  await page.user.click(await card.findByRole('button', { name: 'End access' }))
  const dialog = within(await page.findByRole('dialog', { name: 'End access to what was shared?' }))
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'End access' })
  await waitFor(() => expect(button.disabled).toBe(false))
  await page.user.click(button)
  await waitFor(() => expect(page.notices()).toEqual(['Access is ended.']))
  await waitFor(() => expect(card.queryByRole('button', { name: 'End access' })).toBeNull())
  const ended = await app.database
    .selectFrom('referral')
    .select('detailsEndedOn')
    .where('id', '=', id)
    .executeTakeFirst()
  expect(ended?.detailsEndedOn).not.toBeNull()
})

it('INT-14 the scan of a consent is the picture that was chosen last, however late an earlier one arrives', async () => {
  const { id } = await makePerson(stage.as.creator, {}, null)
  const page = await openScreen(`/people/${id}`, { as: maria })
  await page.press('Record consent')
  await page.choose(/May be shared with/, 'Every organization in the network')
  await page.choose(/How it was given/, 'In writing')
  await page.findByText('Permission to share my information')
  const input = () => document.querySelector('input[type=file]') as HTMLInputElement
  const bytes = Uint8Array.from(await makeImage())
  const image = (name: string) => new File([bytes], name, { type: 'image/png' })
  const saved = async () =>
    (await app.database.selectFrom('file').select('id').orderBy('createdOn', 'desc').execute()).map((file) => file.id)
  const first = page.holdNextAnswer('POST', '/api/file/')
  await page.user.upload(input(), image('first.png'))
  await page.findByText('Uploading the picture…')
  await waitFor(() => expect(page.calls('POST', '/api/file/')[0]?.isAnswered).toBe(true))
  await page.user.upload(input(), image('second.png'))
  await page.findByText('The picture is uploaded')
  first.release()
  await page.settle()
  await page.press('Save consent')
  await waitFor(() => expect(page.notices()).toEqual(['The consent is recorded.']))
  expect(page.calls('POST', `/api/contact/${id}/consent`)[0]?.body.fileId).toBe((await saved())[0])
})
