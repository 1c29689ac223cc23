import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { FormDefinition } from '#casework/intake-forms/form-definition.ts'
import { insertShippedForms } from '#casework/intake-forms/server/insert-shipped-forms.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { readKept } from '#test/read-kept.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const organizationId = (await makeOrganization(app.database)).id
let sam: Awaited<ReturnType<typeof app.someone>>['account']
let call: Awaited<ReturnType<typeof app.someone>>['call']
// What a failed test left on the device is not the next one's.
beforeEach(async () => {
  const someone = await app.someone({ organizationId })
  sam = someone.account
  call = someone.call
})
const { call: colleague } = await app.someone({ organizationId })
const { call: admin } = await app.someone({ organizationId, roles: ['organization-admin'] })
let formId: string
beforeAll(async () => {
  await insertShippedForms(app.database)
  const forms = await app.database.selectFrom('intakeForm').select(['id', 'shippedAs']).execute()
  formId = forms.find(({ shippedAs }) => shippedAs === 'hunger-vital-sign')?.id ?? ''
})
const refused = { expectedErrors: [/^A call failed: /] }

/** An intake with an answer that did not arrive, and whose page was closed. */
async function leaveWaiting() {
  const { body: person } = await call('POST', '/api/contact/', { firstName: 'Ana', lastName: 'Rivera' })
  const { body: intake } = await call('POST', '/api/intake/', { formId, contactId: person.id, language: 'en' })
  const path = `/api/intake/${intake.id}/answers`
  const page = await openScreen(`/intakes/${intake.id}`, { as: sam, ...refused })
  page.failNext('PUT', path, 'network')
  const asked = await page.findByRole('radiogroup', { name: /^Within the past 12 months, we worried/ })
  await page.user.click(within(asked).getByLabelText('Often true'))
  await page.findByText('1 answer waits to be sent.')
  return { page, path, id: intake.id as string }
}
const answersOf = async (id: string) => (await call('GET', `/api/intake/${id}`)).body.answers

it('INT-08 answers of an intake that was closed are sent from any screen, once', async () => {
  const { page, path, id } = await leaveWaiting()
  page.failNext('PUT', path, 'network')
  await page.open('/people')
  await page.findByText('1 answer waits to be sent.')
  expect(await answersOf(id)).toEqual([])
  await page.press('Send now')
  await waitFor(() => expect(page.queryByText('1 answer waits to be sent.')).toBeNull())
  expect(await answersOf(id)).toMatchObject([{ value: 'often', revision: 1 }])
  await page.open('/onDevice')
  await page.findByText('Nothing waits to be sent.')
  await page.findByText(/^Last sent /)
})

it('INT-08 what somebody else answered meanwhile waits for a decision, and is not overwritten', async () => {
  const { page, path, id } = await leaveWaiting()
  const other = { item: 'worried', value: 'never', base: 0, changeId: randomUUID() }
  await colleague('PUT', path, { answers: [other] })
  await page.open('/onDevice')
  // The bar and the page both look, and one of them sends.
  await waitFor(() => expect(page.calls('PUT', path).length).toBeGreaterThan(1))
  await page.loaded()
  expect(page.calls('PUT', path)).toHaveLength(2)
  expect(page.shows('1 answer waits to be sent.')).toBe(true)
  expect(await answersOf(id)).toMatchObject([{ value: 'never', revision: 1 }])
  await page.open(`/intakes/${id}`)
  await page.press('Keep my answer')
  await waitFor(async () => expect(await answersOf(id)).toMatchObject([{ value: 'often', revision: 2 }]))
})

it('INT-08 the drafts and lists that were opened are kept on the device until they are removed or completed', async () => {
  const { page, id } = await leaveWaiting()
  await page.open(`/intakes/${id}`)
  await page.findByText(/^Saved on the portal/)
  const kept = async () => (await readKept()).map(({ name }) => name)
  await waitFor(async () => expect(await kept()).toContain(`intake/${id}`))
  await page.open('/onDevice')
  const region = await page.findByRole('region', { name: 'Intakes' })
  const link = within(region)
    .getAllByRole('link', { name: 'Hunger Vital Sign: Ana Rivera' })
    .find((each) => each.getAttribute('href') === `/intakes/${id}`)
  const row = link?.closest('li') as HTMLElement
  await page.user.click(
    within(row).getByRole('button', { name: 'Remove from this device: Hunger Vital Sign: Ana Rivera' }),
  )
  await waitFor(async () => expect(await kept()).not.toContain(`intake/${id}`))
})

const worried = /^Within the past 12 months, we worried/
const ranOut = /^Within the past 12 months, the food we bought/
type Page = Awaited<ReturnType<typeof openScreen>>
const pick = async (page: Page, question: RegExp, option: string) =>
  page.user.click(within(await page.findByRole('radiogroup', { name: question })).getByLabelText(option))
const sendNow = (page: Page) =>
  page.user.click(
    within(page.getByRole('region', { name: 'Completed on this device' })).getByRole('button', { name: 'Send now' }),
  )
const keptNames = async () => (await readKept()).map(({ name }) => name)

/** Opens the record of a person, loses the connection, begins an intake and completes it on the device. */
async function completeOnDevice(form = 'Hunger Vital Sign') {
  const { body: person } = await call('POST', '/api/contact/', { firstName: 'Noor', lastName: 'Aziz' })
  const page = await openScreen(`/people/${person.id}`, { as: sam, ...refused })
  await waitFor(async () => expect(await keptNames()).toEqual(expect.arrayContaining(['forms', `person/${person.id}`])))
  await waitFor(async () =>
    expect((await readKept()).find(({ name }) => name === 'forms')?.json).toContain(`"${form}"`),
  )
  page.breakConnection('requests')
  await page.press('New intake')
  const item = await page.findByRole('menuitem', { name: form })
  // The second press of an impatient reader goes on with the same intake.
  for (const press of [item, item]) press.click()
  await page.findByText('Begun without a connection. It is not on the portal yet.')
  const begun = (await readKept()).filter(({ name }) => name.startsWith('offline/begun/'))
  expect(begun.filter(({ json }) => json.includes(person.id))).toHaveLength(1)
  await pick(page, worried, 'Often true')
  await page.findByText('Kept on this device, not sent yet')
  await pick(page, ranOut, 'Never true')
  await page.press('Complete intake')
  await page.findByRole('heading', { name: 'Completed on this device' })
  const intakes = async () => (await call('GET', `/api/intake/?contactId=${person.id}`)).body.items
  return { page, id: page.location().split('/')[2] ?? '', personId: person.id as string, intakes }
}

it('INT-08 this device says whose intakes can be begun on it, and how to get there', async () => {
  const { body: person } = await call('POST', '/api/contact/', { firstName: 'Mei', lastName: 'Tan' })
  const page = await openScreen('/onDevice', { as: sam })
  const people = async () => page.outline(await page.findByRole('region', { name: 'People' }))
  expect(await people()).toEqual([
    'People',
    'Open a person’s record with a connection, and you can begin an intake for them without one.',
  ])
  await page.open(`/people/${person.id}`)
  await page.open('/onDevice')
  await page.findByRole('link', { name: 'Mei Tan' })
  expect((await people())[1]).toBe(
    'You opened their record here. Without a connection, you can begin an intake for them. Only their name and language are kept.',
  )
})

it('INT-08 an intake is begun, answered and completed without a connection, and sent once, although answers get lost', async () => {
  const { page, id, intakes } = await completeOnDevice()
  const card = page.getByRole('region', { name: 'Completed on this device' })
  expect(page.outline(card)).toEqual([
    'Completed on this device',
    'Kept on this device, not sent yet',
    'It is sent with all its answers when the connection returns. You can leave this page.',
    'Risk of food insecurity: | At risk (1)',
    'It found these needs: Food. They can be taken up once it is sent.',
    'Send now',
    'Change answers',
  ])
  expect(await intakes()).toEqual([])
  page.breakConnection('answers')
  await sendNow(page)
  await waitFor(async () => expect(await intakes()).toMatchObject([{ id, state: 'draft' }]))
  expect(page.shows('Kept on this device, not sent yet')).toBe(true)
  page.breakConnection(null)
  await sendNow(page)
  await page.findByRole('region', { name: 'What the intake found' })
  expect(await intakes()).toMatchObject([{ id, state: 'complete', needs: [{ need: 'food-insecurity' }] }])
  expect(await answersOf(id)).toMatchObject([{ revision: 1 }, { revision: 1 }])
  expect((await keptNames()).filter((name) => name.startsWith('offline/'))).toEqual([])
})

it('INT-08 what was completed on the device can be changed before it is sent', async () => {
  const { page, id, intakes } = await completeOnDevice()
  await page.press('Change answers')
  await pick(page, worried, 'Never true')
  page.breakConnection(null)
  await page.press('Complete intake')
  await page.findByRole('region', { name: 'What the intake found' })
  expect(await intakes()).toMatchObject([{ id, state: 'complete', needs: [] }])
})

it('INT-08 if the form changed meanwhile, the intake says so, keeps every answer, and can be completed after a look', async () => {
  const title = { en: 'Field visit', es: 'Visita' }
  const { body: form } = await admin('POST', '/api/intakeForm/', { title, scope: 'organization', copyOf: formId })
  const publish = async (revision: number) => admin('POST', `/api/intakeForm/${form.id}/publish`, { revision })
  await publish(form.draft.revision)
  const { page, id } = await completeOnDevice('Field visit')
  await admin('PUT', `/api/intakeForm/${form.id}/draft`, {
    ...{ revision: 0, definition: { ...form.draft.definition, title: { en: 'Field visit 2', es: 'Visita 2' } } },
  })
  await publish(1)
  page.breakConnection(null)
  await sendNow(page)
  await page.findByText('This intake was not completed')
  expect(
    page.shows(
      'The form was changed or taken out of use meanwhile. The answers are saved on the portal as a draft. Please check them and complete it again.',
    ),
  ).toBe(true)
  expect(await answersOf(id)).toMatchObject([{ value: 'never' }, { value: 'often' }])
  await page.press('Complete intake')
  await page.findByRole('region', { name: 'What the intake found' })
})

it('INT-08 if the person was erased meanwhile, the answers stay on the device until they are removed', async () => {
  const { page, id, personId } = await completeOnDevice()
  expect((await admin('POST', `/api/contact/${personId}/erase`, { name: 'Noor Aziz' })).status).toBeLessThan(300)
  page.breakConnection(null)
  await sendNow(page)
  await page.findByText('The portal did not accept this intake')
  await page.findByText('Often true')
  expect(page.shows('What you answered is still on this device.')).toBe(true)
  await page.open('/onDevice')
  const sending = page.outline(await page.findByRole('region', { name: 'To be sent' })).join()
  expect(sending).toContain('1 intake needs your attention.')
  expect(sending).not.toMatch(/wait|Send now/)
  await page.open('/people')
  const bar = (await page.findByText('1 intake needs your attention.')).closest('[role=status]') as HTMLElement
  await page.user.click(within(bar).getByRole('link', { name: 'Show' }))
  await waitFor(() => expect(page.location()).toBe('/onDevice'))
  const region = await page.findByRole('region', { name: 'Intakes' })
  const link = within(region)
    .getAllByRole('link', { name: 'Hunger Vital Sign: Noor Aziz' })
    .find((each) => each.getAttribute('href') === `/intakes/${id}`) as HTMLElement
  await within(link.closest('li') as HTMLElement).findByText(/Needs your attention/)
  await page.user.click(link)
  await page.press('Remove from this device')
  await page.press('Remove')
  await waitFor(async () => expect((await keptNames()).filter((name) => name.includes(id))).toEqual([]))
})

it('INT-08 what was begun on the device can be removed from it, with all answers, and is never sent', async () => {
  const { page, id, intakes } = await completeOnDevice()
  await page.press('Change answers')
  await pick(page, worried, 'Never true')
  await page.press('Remove from this device')
  await page.press('Remove')
  await waitFor(() => expect(page.location()).toMatch(/^\/people\//))
  await page.settle()
  expect((await keptNames()).filter((name) => name.includes(id))).toEqual([])
  page.breakConnection(null)
  await page.open('/onDevice')
  await page.findByText('Nothing waits to be sent.')
  expect(await intakes()).toEqual([])
})

it('INT-08 what a device began goes to the draft that a colleague began meanwhile, and both answers are shown', async () => {
  const { page, id, personId, intakes } = await completeOnDevice()
  const { body: theirs } = await colleague('POST', '/api/intake/', { formId, contactId: personId, language: 'en' })
  const other = { item: 'worried', value: 'never', base: 0, changeId: randomUUID() }
  await colleague('PUT', `/api/intake/${theirs.id}/answers`, { answers: [other] })
  page.breakConnection(null)
  await sendNow(page)
  await page.findByText(/answered meanwhile: Never true$/)
  expect(page.location()).toBe(`/intakes/${theirs.id}`)
  await page.press('Keep my answer')
  await page.press('Complete intake')
  await page.findByRole('region', { name: 'What the intake found' })
  expect(await intakes()).toMatchObject([{ id: theirs.id, state: 'complete' }])
  // Nothing is left that signing out would ask about.
  expect((await keptNames()).filter((name) => name.startsWith('offline/') && name.includes(id))).toEqual([])
})

it('INT-08 a draft that is open when a colleague’s takes its answers says so, and leads there', async () => {
  const { page, id, personId } = await completeOnDevice()
  await page.press('Change answers')
  await page.findByRole('button', { name: 'Complete intake' })
  const { body: theirs } = await colleague('POST', '/api/intake/', { formId, contactId: personId, language: 'en' })
  const other = { item: 'ran-out', value: 'often', base: 0, changeId: randomUUID() }
  await colleague('PUT', `/api/intake/${theirs.id}/answers`, { answers: [other] })
  expect(page.queryByText('A colleague began this intake too')).toBeNull()
  page.breakConnection(null)
  await pick(page, worried, 'Never true')
  const note = (await page.findByText('A colleague began this intake too')).closest('[role=status]') as HTMLElement
  expect(page.location()).toBe(`/intakes/${id}`)
  expect(page.outline(note)).toEqual([
    'A colleague began this intake too',
    'Your answers are saved in the draft that your colleague began. It shows the answers of both of you.',
    'Open that draft | → /intakes/<id>',
  ])
  await page.user.click(within(note).getByRole('link', { name: 'Open that draft' }))
  await page.findByText(/answered meanwhile: Often true$/)
  expect(page.location()).toBe(`/intakes/${theirs.id}`)
  const asked = within(page.getByRole('radiogroup', { name: worried }))
  expect(asked.getByLabelText<HTMLInputElement>('Never true').checked).toBe(true)
})

/** A form of two versions: the second does not ask the first question. */
async function makeForm(name: string) {
  const title = { en: name, es: name }
  const { body: form } = await admin('POST', '/api/intakeForm/', { title, scope: 'organization', copyOf: formId })
  const publish = (revision: number) => admin('POST', `/api/intakeForm/${form.id}/publish`, { revision })
  await publish(form.draft.revision)
  const { definition } = form.draft as { definition: FormDefinition }
  const pages = definition.pages.map((page) => ({ ...page, items: page.items.filter(({ key }) => key !== 'worried') }))
  const publishSecond = async () => {
    const second = { ...definition, pages, scores: [] }
    await admin('PUT', `/api/intakeForm/${form.id}/draft`, { revision: 0, definition: second })
    expect((await publish(1)).status).toBe(200)
  }
  return { id: form.id as string, publishSecond }
}

/** An intake of the device that reached a colleague's draft, without its answers: the connection broke again. */
async function joinDraft(label: string) {
  // A second try of a test finds its own.
  const name = `${label} ${randomUUID().slice(0, 8)}`
  const form = await makeForm(name)
  const { page, id, personId } = await completeOnDevice(name)
  const call = { formId: form.id, contactId: personId, language: 'en' }
  const { body: theirs } = await colleague('POST', '/api/intake/', call)
  const path = `/api/intake/${theirs.id}`
  page.breakConnection(null)
  page.failNext('PUT', `${path}/answers`, 'network')
  await sendNow(page)
  await waitFor(() => expect(page.calls('PUT', `${path}/answers`)).toHaveLength(1))
  page.breakConnection('requests')
  return { ...form, name, page, id, theirs: theirs.id as string, path }
}
const refusedCard = async (page: Page) =>
  page.outline(await page.findByRole('region', { name: 'The portal did not accept these answers' }))

it('INT-08 answers that reach a draft which moved on are saved where they fit, and the others stay to be read', async () => {
  const { page, id, theirs, path, publishSecond } = await joinDraft('Moved form')
  await publishSecond()
  await colleague('POST', `${path}/move`)
  page.breakConnection(null)
  await page.open('/onDevice')
  await waitFor(async () => expect(await answersOf(theirs)).toMatchObject([{ itemKey: 'ran-out', value: 'never' }]))
  await page.open(`/intakes/${id}`)
  expect(await refusedCard(page)).toEqual([
    'The portal did not accept these answers',
    'The form was changed meanwhile, and these answers have no place in it. Your answers are still on this device.',
    expect.stringMatching(/^Within the past 12 months, we worried/),
    'Often true',
    'Remove from this device',
  ])
  expect(page.location()).toBe(`/intakes/${theirs}`)
  // Lost, refused as a whole, and without the refused one.
  const tries = page.calls('PUT', `${path}/answers`).length
  expect(tries).toBe(3)
  await page.open('/onDevice')
  await waitFor(() => expect(page.queryAllByText(/needs? your attention\.$/).length).toBeGreaterThan(0))
  expect(page.calls('PUT', `${path}/answers`)).toHaveLength(tries)
})

it('INT-08 answers to an intake that a colleague completed meanwhile stay on the device until they are removed', async () => {
  const { name, page, id, theirs, path } = await joinDraft('Closed form')
  const given = ['worried', 'ran-out'].map((item) => ({ item, value: 'never', base: 0, changeId: randomUUID() }))
  expect((await colleague('PUT', `${path}/answers`, { answers: given })).status).toBe(200)
  expect((await colleague('POST', `${path}/complete`)).status).toBe(200)
  page.breakConnection(null)
  await page.open('/onDevice')
  const region = await page.findByRole('region', { name: 'Intakes' })
  const link = await within(region).findByRole('link', { name: `${name}: Noor Aziz` })
  const entry = within(link.closest('li') as HTMLElement)
  await entry.findByText(/Needs your attention/)
  await page.user.click(await entry.findByText('Read the answers that were not accepted'))
  entry.getAllByText('Often true')
  await page.open(`/intakes/${id}`)
  expect((await refusedCard(page)).slice(1, 5)).toEqual([
    'Somebody else completed this intake or marked it as entered in error meanwhile. Your answers are still on this device.',
    expect.stringMatching(/^Within the past 12 months, we worried/),
    'Often true',
    expect.stringMatching(/^Within the past 12 months, the food/),
  ])
  await page.press('Remove from this device')
  await page.press('Remove')
  await waitFor(async () =>
    expect((await keptNames()).filter((name) => name.startsWith('offline/') && name.includes(theirs))).toEqual([]),
  )
  expect(await answersOf(theirs)).toMatchObject([{ value: 'never' }, { value: 'never' }])
})

it('INT-08 the list and the bar above it agree once refused answers are removed from the list', async () => {
  const { name, page, path } = await joinDraft('Removed form')
  expect((await colleague('POST', `${path}/void`, { reason: 'Wrong person' })).status).toBe(200)
  page.breakConnection(null)
  await page.open('/onDevice')
  const region = await page.findByRole('region', { name: 'Intakes' })
  const link = await within(region).findByRole('link', { name: `${name}: Noor Aziz` })
  const entry = within(link.closest('li') as HTMLElement)
  await page.user.click(await entry.findByText('Read the answers that were not accepted'))
  const said = () => page.queryAllByText(/^\d+ intakes? needs? your attention\.$/).map(({ textContent }) => textContent)
  await waitFor(() => expect(said()).toHaveLength(2))
  const [before] = said()
  expect(said()).toEqual([before, before])
  await page.user.click(entry.getByRole('button', { name: 'Remove from this device' }))
  await page.press('Remove')
  await waitFor(() => expect(said()).not.toContain(before))
  expect(new Set(said()).size).toBeLessThanOrEqual(1)
  expect(document.activeElement?.tagName).toBe('H1')
})

/** An intake whose answers the portal has, which this device completed and somebody else closes or erases meanwhile. */
async function completeBehind(close: (given: { id: string; personId: string }) => Promise<{ status: number }>) {
  const { body: person } = await call('POST', '/api/contact/', { firstName: 'Ana', lastName: 'Behind' })
  const { body } = await call('POST', '/api/intake/', { formId, contactId: person.id, language: 'en' })
  const id = body.id as string
  const page = await openScreen(`/intakes/${id}`, { as: sam, ...refused })
  await pick(page, worried, 'Often true')
  await pick(page, ranOut, 'Never true')
  await waitFor(async () => expect(await answersOf(id)).toHaveLength(2))
  await page.loaded()
  page.breakConnection('requests')
  await page.press('Complete intake')
  await page.findByRole('heading', { name: 'Completed on this device' })
  expect((await close({ id, personId: person.id })).status).toBeLessThan(300)
  const completed = async () => (await keptNames()).includes(`offline/completed/${id}`)
  expect(await completed()).toBe(true)
  page.breakConnection(null)
  return { page, id, completed }
}

it('INT-08 what was completed on the device is forgotten once its intake shows that somebody else closed it', async () => {
  const { page, id, completed } = await completeBehind(({ id: intake }) =>
    colleague('POST', `/api/intake/${intake}/void`, { reason: 'Wrong person' }),
  )
  await page.open(`/intakes/${id}`)
  await page.findByText('Entered in error: Wrong person')
  await waitFor(async () => expect(await completed()).toBe(false))
})

it('INT-08 what was completed on the device is forgotten once its intake is found to be gone', async () => {
  const { page, id, completed } = await completeBehind(({ personId }) =>
    admin('POST', `/api/contact/${personId}/erase`, { name: 'Ana Behind' }),
  )
  await page.open(`/intakes/${id}`)
  await waitFor(async () => expect(await completed()).toBe(false))
})

it('INT-08 answers to an intake that is gone stay on the device to be read, wait no longer, and are removed from the list', async () => {
  // Another name in a second try, which finds what the first one left on the device.
  const lastName = `Gone ${randomUUID().slice(0, 8)}`
  const { body: person } = await call('POST', '/api/contact/', { firstName: 'Ana', lastName })
  const { body } = await call('POST', '/api/intake/', { formId, contactId: person.id, language: 'en' })
  const page = await openScreen(`/intakes/${body.id}`, { as: sam, ...refused })
  page.breakConnection('requests')
  await pick(page, worried, 'Often true')
  await page.findByText('Kept on this device, not sent yet')
  expect((await admin('POST', `/api/contact/${person.id}/erase`, { name: `Ana ${lastName}` })).status).toBeLessThan(300)
  page.breakConnection(null)
  await page.open('/onDevice')
  const region = await page.findByRole('region', { name: 'Intakes' })
  const item = (await within(region).findByText(`Hunger Vital Sign: Ana ${lastName}`)).closest('li') as HTMLElement
  const entry = within(item)
  await page.user.click(await entry.findByText('Read the answers that were not accepted'))
  await entry.findByText(/^You no longer have access to this person’s record/)
  await entry.findByText('Often true')
  await waitFor(() => expect(item.textContent).not.toMatch(/waits? to be sent/))
  expect(entry.queryByRole('link')).toBeNull()
  await page.user.click(entry.getByRole('button', { name: 'Remove from this device' }))
  await page.press('Remove')
  await waitFor(async () => expect((await keptNames()).filter((name) => name.includes(body.id))).toEqual([]))
})

it('INT-08 an intake that turns out to be gone asks nothing more, and shows what was not accepted until it is removed', async () => {
  const lastName = `Lost ${randomUUID().slice(0, 8)}`
  const { body: person } = await call('POST', '/api/contact/', { firstName: 'Ana', lastName })
  const { body } = await call('POST', '/api/intake/', { formId, contactId: person.id, language: 'en' })
  const page = await openScreen(`/intakes/${body.id}`, { as: sam, ...refused })
  await page.findByRole('button', { name: 'Complete intake' })
  expect((await admin('POST', `/api/contact/${person.id}/erase`, { name: `Ana ${lastName}` })).status).toBeLessThan(300)
  await pick(page, worried, 'Often true')
  const card = within(await page.findByRole('region', { name: 'The portal did not accept these answers' }))
  await card.findByText('Often true')
  await waitFor(() => expect(page.queryAllByRole('radio')).toEqual([]))
  expect(page.queryByRole('button', { name: 'Complete intake' })).toBeNull()
  expect(page.queryByRole('button', { name: 'Entered in error' })).toBeNull()
  expect(page.queryByRole('link', { name: `Ana ${lastName}` })).toBeNull()
  await page.user.click(card.getByRole('button', { name: 'Remove from this device' }))
  await page.press('Remove')
  await waitFor(() => expect(page.location()).toBe('/onDevice'))
  await waitFor(async () => expect((await keptNames()).filter((name) => name.includes(body.id))).toEqual([]))
})

it('INT-08 the stored page says that the connection is back only once the portal answered', async () => {
  const { page, path, id } = await leaveWaiting()
  page.breakConnection('requests')
  await page.open('/onDevice')
  await page.findByText(/^The portal cannot be reached\./)
  await page.findByText('1 answer waits to be sent.')
  expect(page.queryByText(/^The connection is back\./)).toBeNull()
  page.breakConnection(null)
  await page.press('Send now')
  await page.findByText(/^The connection is back\./)
  await waitFor(() => expect(page.calls('PUT', path).at(-1)?.status).toBe(200))
  expect(await answersOf(id)).toMatchObject([{ value: 'often' }])
})

it('INT-08 the bar of what waits is loaded as soon as the device keeps something, not with the next screen', async () => {
  const { account } = await app.someone({ organizationId })
  const { body: person } = await call('POST', '/api/contact/', { firstName: 'Ana', lastName: 'Prado' })
  const page = await openScreen(`/people/${person.id}`, { as: account })
  await waitFor(() => expect(page.lateTexts()).toContain('on-device'))
})
