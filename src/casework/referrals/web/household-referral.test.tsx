import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { plain, stageOnScreen } from '#test/referral-on-screen.ts'
import { makePerson } from '#test/referral-stage.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { stage, signedIn } = await stageOnScreen(app)
const refused = { expectedErrors: [/^A call failed: /] }

/** Ana and her son, of whose record nothing may be shared yet. */
async function makeFamily(hers: object | null = { scope: 'network' }) {
  const word = crypto.randomUUID().slice(0, 4)
  const make = async (firstName: string, consent: object | null) =>
    (
      await makePerson(
        stage.as.creator,
        { firstName, lastName: 'Lopez', birthDate: null, phones: [] },
        consent as never,
      )
    ).id as string
  const [ana, leo] = [await make(`Ana${word}`, hers), await make('Leo', null)]
  await stage.as.creator('POST', `/api/contact/${ana}/household`, { contactId: leo, relation: 'child' })
  const service = await app.database
    .insertInto('service')
    .values({ organizationId: stage.recipient.id, name: 'Family shelter' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ana, leo, serviceId: service.id, word }
}

it('INT-16 the form asks who else in the household it is for, says whose consent is missing, and sends for both', async () => {
  const { ana, leo, serviceId } = await makeFamily()
  const page = await openScreen(`/referrals/new?contactId=${ana}&serviceId=${serviceId}&need=homelessness`, {
    as: signedIn('creator'),
    ...refused,
  })
  const box = await page.findByRole('checkbox', { name: 'Leo Lopez' })
  expect(page.shows('Others in the household whom this referral is for. Each needs their own consent.')).toBe(true)
  await page.user.click(box)
  await page.press('Send referral')
  await page.findByText('Missing for: Leo L.')
  expect((await page.findByRole('link', { name: /^Record a consent/ })).getAttribute('href')).toBe(`/people/${leo}`)
  await stage.as.creator('POST', `/api/contact/${leo}/consent`, {
    ...{ scope: 'network', howGiven: 'verbal', givenOn: new Date().toISOString().slice(0, 10) },
  })
  await page.press('Send referral')
  await page.findByRole('heading', { level: 1, name: /^Family shelter for Ana\w+ L\. \+ 1/ })
  expect(page.calls('POST', '/api/referral/').at(-1)?.body).toMatchObject({ contactId: ana, alsoForIds: [leo] })
  expect(await page.findByRole('link', { name: 'Leo Lopez' })).toBeTruthy()
  const list = await openScreen('/referrals', { as: signedIn('recipient') })
  await list.findByRole('link', { name: /^Ana\w+ L\. \+ 1$/ })
})

it('INT-16 REF-07 of several whose consent is missing, the form names all and leads to each record', async () => {
  const { ana, leo, serviceId, word } = await makeFamily(null)
  const path = `/referrals/new?contactId=${ana}&serviceId=${serviceId}&need=homelessness`
  const page = await openScreen(path, { as: signedIn('creator'), ...refused })
  await page.user.click(await page.findByRole('checkbox', { name: 'Leo Lopez' }))
  await page.press('Send referral')
  await page.findByText(`Missing for: Ana${word} L., Leo L.`)
  const records = page.getAllByRole('link', { name: /^Record a consent/ }).map((link) => link.getAttribute('href'))
  expect(records).toEqual([`/people/${ana}`, `/people/${leo}`])
})

it('INT-16 the recipient reads whom a referral is also for, and once a consent is withdrawn only the short name', async () => {
  const { ana, leo } = await makeFamily()
  const given = await stage.as.creator('POST', `/api/contact/${leo}/consent`, {
    ...{ scope: 'network', howGiven: 'verbal', givenOn: new Date().toISOString().slice(0, 10) },
  })
  const { body } = await stage.as.creator('POST', '/api/referral/', {
    ...{ contactId: ana, recipientOrganizationId: stage.recipient.id, need: 'homelessness', alsoForIds: [leo] },
  })
  const page = await openScreen(`/referrals/${body.id}`, { as: signedIn('recipient'), language: 'es' })
  const fact = (await page.findByText('También para')).nextElementSibling as HTMLElement
  expect(plain([fact.textContent ?? ''])).toEqual(['Leo <email>'])
  expect(within(fact).queryByRole('link', { name: 'Leo Lopez' })).toBeNull()
  await stage.as.creator('POST', `/api/contact/${leo}/consent/${given.body.consents[0].id}/withdraw`)
  const later = await openScreen(`/referrals/${body.id}`, { as: signedIn('recipient') })
  await later.findByText('Details are no longer shared.')
  const hidden = (await later.findByText('Also for')).nextElementSibling
  expect(hidden?.textContent).toBe('Leo L.Details are no longer shared.')
  expect(later.queryByText(/Leo Lopez/)).toBeNull()
  await later.findByText(/ended access to the details of one person: their consent was withdrawn/)
  await later.findByRole('heading', { level: 1, name: /^Shelter for Ana\w+ L\. \+ 1/ })
  const sender = await openScreen(`/referrals/${body.id}`, { as: signedIn('creator') })
  await sender.findByText('The other organization no longer sees their details.')
  expect(await sender.findByRole('link', { name: 'Leo Lopez' })).toBeTruthy()
})

it('INT-16 choosing somebody else forgets who else it was for, and the next try remembers', async () => {
  const { ana, leo, word } = await makeFamily()
  const words = `contactId=${ana}&need=homelessness&alsoFor=${leo}`
  const page = await openScreen(`/referrals/new?${words}`, { as: signedIn('senderAdmin') })
  expect(await page.findByRole('checkbox', { name: 'Leo Lopez' })).toHaveProperty('checked', true)
  await page.press('Pick another person')
  await page.user.type(await page.findByRole('combobox', { name: 'Person' }), `Ana${word}`)
  await page.user.click(await page.findByRole('option', { name: `Ana${word} Lopez`, hidden: true }))
  await waitFor(() => expect(page.getByRole('checkbox', { name: 'Leo Lopez' })).toHaveProperty('checked', false))
})

it('INT-16 REF-07 the recipient reads that somebody else was shared without a consent, beside the consent of the person', async () => {
  const { ana, leo } = await makeFamily()
  const { body } = await stage.as.creator('POST', '/api/referral/', {
    ...{ contactId: ana, recipientOrganizationId: stage.recipient.id, need: 'homelessness', alsoForIds: [leo] },
    consentOverrideReason: 'emergency',
  })
  const page = await openScreen(`/referrals/${body.id}`, { as: signedIn('recipient') })
  const mark = 'Details of someone else in the household were shared without a recorded consent'
  await page.findByText(mark)
  expect(page.shows('Covers this referral')).toBe(true)
  expect(page.shows('Shared without a recorded consent')).toBe(false)
})
