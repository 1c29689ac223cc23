import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { plain, stageOnScreen } from '#test/referral-on-screen.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { stage, signedIn } = await stageOnScreen(app)
const refused = { expectedErrors: [/^A call failed: /] }
const makeOther = async (name: string) => {
  const organization = await makeOrganization(app.database, { name })
  const { account, call } = await app.someone({ firstName: 'Olga', organizationId: organization.id })
  return { ...organization, account, call }
}
const [north, south] = [await makeOther('Northgate Aid'), await makeOther('Southgate Aid')]
const service = await app.database
  .insertInto('service')
  .values({ organizationId: stage.recipient.id, name: 'Family shelter' })
  .returning('id')
  .executeTakeFirstOrThrow()
const form = `/referrals/new?contactId=${stage.contactId}&serviceId=${service.id}&need=homelessness`

async function pick(page: OpenScreen, number: number, text: string, option: RegExp) {
  const field = await page.findByRole('combobox', { name: `Service or organization ${number}` })
  await page.user.click(field)
  await page.user.paste(text)
  await page.user.click(await page.findByRole('option', { name: option, hidden: true }))
}

it('REF-08 the form asks several services for one need, says what is missing at its field, and shows what became of each', async () => {
  const page = await openScreen(form, { as: signedIn('creator'), ...refused })
  await page.press('Ask another service too')
  await page.press('Ask another service too')
  await page.findByText('All are asked at once. The first that accepts takes it;', { exact: false })
  await pick(page, 2, 'Northgate', /Northgate Aid/)
  await page.press('Send referral')
  const empty = page.getByRole('combobox', { name: 'Service or organization 3' })
  await waitFor(() => expect(empty.getAttribute('aria-invalid')).toBe('true'))
  await waitFor(() => expect(document.activeElement?.id).toBe(empty.id))
  await pick(page, 3, 'Northgate', /Northgate Aid/)
  await page.press('Send referral')
  await page.findByText('This one is chosen already. Pick another.')
  await page.press('Remove number 3')
  await page.press('Ask another service too')
  await pick(page, 3, 'Southgate', /Southgate Aid/)
  await page.press('Send referral')
  await page.findByText('Sent to 3 organizations')
  expect(page.calls('POST', '/api/referral/').at(-1)?.body).toMatchObject({
    serviceId: service.id,
    alsoTo: [{ recipientOrganizationId: north.id }, { recipientOrganizationId: south.id }],
  })
  const heading = await page.findByRole('heading', { name: 'Also asked' })
  const lines = () => plain(page.outline(heading.parentElement as Element))
  expect(lines()).toEqual([
    'Also asked',
    'Northgate Aid | → /referrals/<id> | Sent',
    'Southgate Aid | → /referrals/<id> | Sent',
  ])
  const [toNorth, toSouth] = within(heading.parentElement as HTMLElement)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href')?.split('/').at(-1) ?? '')
  await page.open(`/referrals/${toNorth}`)
  await page.findByRole('link', { name: `Family shelter · ${stage.recipient.name}` })
  const late = await openScreen(`/referrals/${toSouth}`, { as: south.account, ...refused })
  await late.findByRole('button', { name: 'Accept' })
  expect(late.shows('Also asked')).toBe(false)
  const accepted = await north.call('POST', `/api/referral/${toNorth}/transition`, { action: 'accept', version: 2 })
  expect(accepted.status).toBe(200)
  await late.press('Accept')
  await late.findByText(
    'Somebody else was able to help first. This referral was recalled, and nothing more is needed from you.',
  )
  await late.findByText(/Several services were asked at once/)
  expect(late.getByText(/recalled it: somebody else was able to help first/)).toBeTruthy()
  const spanish = await openScreen(`/referrals/${toSouth}`, { as: south.account, language: 'es' })
  await spanish.findByText('Alguien más pudo ayudar primero')
  expect(spanish.getByText(/la retiró: alguien más pudo ayudar primero/)).toBeTruthy()
})

it('REF-04 REF-08 a message that is typed for one recipient never moves to another one', async () => {
  const made = await stage.as.creator('POST', '/api/referral/', {
    ...{ contactId: stage.contactId, need: 'homelessness', send: true },
    recipientOrganizationId: north.id,
    alsoTo: [{ recipientOrganizationId: south.id }],
  })
  expect(made.status).toBe(201)
  const page = await openScreen(`/referrals/${made.body.id}`, { as: signedIn('creator') })
  await page.user.type(await page.findByRole('textbox', { name: /Northgate Aid/ }), 'Only for Northgate')
  const heading = await page.findByRole('heading', { name: 'Also asked' })
  await page.user.click(within(heading.parentElement as HTMLElement).getByRole('link', { name: /Southgate Aid/ }))
  const other = (await page.findByRole('textbox', { name: /Southgate Aid/ })) as HTMLTextAreaElement
  expect(other.value).toBe('')
})
