import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization, PASSWORD } from '#test/factories.ts'
import { makeStage, refer } from '#test/referral-stage.ts'
import { screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const stage = await makeStage(app)
const signedIn = (name: keyof typeof stage.accounts) => ({ ...stage.accounts[name], password: PASSWORD })
const accept = async () => {
  const { id, version } = (await refer(stage)).body
  await stage.as.recipient('POST', `/api/referral/${id}/transition`, { action: 'accept', version })
  return id as string
}

it('REF-02 accepts with one press right after opening, although the view is recorded at the same time', async () => {
  const { id } = (await refer(stage)).body
  const page = await openScreen('/home', { as: signedIn('recipient') })
  const view = page.holdNext('POST', `/api/referral/${id}/transition`)
  await page.open(`/referrals/${id}`)
  await page.press('Accept')
  await page.findByText('Accepted', { exact: true })
  view.release()
  await waitFor(async () => expect((await stage.as.creator('GET', `/api/referral/${id}`)).body.status).toBe('Accepted'))
  expect(page.words()).not.toContain('Somebody changed this in the meantime')
})

it('REF-04 opens web addresses of a message safely, and sends by Ctrl+Enter', async () => {
  const id = await accept()
  const page = await openScreen(`/referrals/${id}`, { as: signedIn('recipient') })
  const box = await page.findByRole('textbox', { name: /^Write to/ })
  await page.user.type(box, 'See https://example.org/form?x=1. <b>Bring</b> it.')
  await page.user.keyboard('{Control>}{Enter}{/Control}')
  const link = await page.findByRole('link', { name: 'https://example.org/form?x=1' })
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
  expect(link.getAttribute('target')).toBe('_blank')
  expect(page.words()).toContain('<b>Bring</b> it.')
})

it('REF-02 keeps in the history until when a referral was put on hold, and shows numbers to tap', async () => {
  const id = await accept()
  const { version } = (await stage.as.recipient('GET', `/api/referral/${id}`)).body
  const hold = { action: 'hold', version, reason: 'Waits for papers', reviewOn: '2099-03-04' }
  const held = await stage.as.recipient('POST', `/api/referral/${id}/transition`, hold)
  await stage.as.recipient('POST', `/api/referral/${id}/transition`, { action: 'resume', version: held.body.version })
  const page = await openScreen(`/referrals/${id}`, { as: signedIn('recipient') })
  await page.findByText(/Waits for papers\s+Look again on 03\/04\/2099/)
  expect((await page.findByRole('link', { name: '(716) 555-0142' })).getAttribute('href')).toBe('tel:+17165550142')
})

it('REF-03 suggests the address of the directory, and marks every name that the invitation needs at once', async () => {
  const organization = await makeOrganization(app.database, { name: 'Quillon Aid', email: 'office@quillon.test' })
  const service = await app.database
    .insertInto('service')
    .values({ organizationId: organization.id, name: 'Rent help of Quillon' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const page = await openScreen(`/referrals/new?serviceId=${service.id}&contactId=${stage.contactId}`, {
    as: signedIn('creator'),
  })
  expect(((await page.findByLabelText(/^Email/)) as HTMLInputElement).value).toBe('office@quillon.test')
  expect(((await page.findByRole('combobox', { name: 'Need' })) as HTMLInputElement).value).toBe(
    'Rent and staying housed',
  )
  await page.press('Send referral')
  await waitFor(() => expect(page.getAllByText('This is needed.')).toHaveLength(2))
  expect(page.calls('POST', '/api/referral/')).toEqual([])
  // Values that the form filled in itself do not make a draft.
  await page.open('/referrals/new')
  await page.findByRole('combobox', { name: 'Person' })
})

it('REF-01 says that the person is already referred to this service, and still lets it be sent', async () => {
  const service = await app.database
    .insertInto('service')
    .values({ organizationId: stage.recipient.id, name: 'Beds' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sent = await refer(stage, { serviceId: service.id })
  const page = await openScreen(`/referrals/new?serviceId=${service.id}&contactId=${stage.contactId}`, {
    as: signedIn('senderAdmin'),
  })
  await page.findByText(/^This person already has .*open referrals? to /)
  expect(page.getByRole('link', { name: 'Beds' }).getAttribute('href')).toBe(`/referrals/${sent.body.id}`)
  expect(page.getByRole('button', { name: 'Send referral' })).toHaveProperty('disabled', false)
})

it.each(['/people', '/people/new', '/referrals', '/referrals/new'])(
  'NAV-03 %s says to a community member whom it is for, and offers nothing that they cannot do',
  async (path) => {
    const { account } = await app.someone({ roles: ['community-member'] })
    const page = await openScreen(path, { as: account })
    await page.findByText('This is for people who work for an organization')
    expect(page.queryByRole('link', { name: /New (person|referral)/ })).toBeNull()
    expect(page.notices()).toEqual([])
  },
)

it('INT-01 REF-05 a person’s record leads to their referrals and no others', async () => {
  const { body: ida } = await stage.as.creator('POST', '/api/contact/', { firstName: 'Ida', lastName: 'Moss' })
  const consent = { scope: 'network', howGiven: 'verbal', givenOn: new Date().toISOString().slice(0, 10) }
  await stage.as.creator('POST', `/api/contact/${ida.id}/consent`, consent)
  await refer(stage)
  await refer(stage, { contactId: ida.id })
  const page = await openScreen(`/people/${ida.id}`, { as: signedIn('creator') })
  await page.user.click(
    await waitFor(
      () =>
        page
          .getAllByRole('link', { name: 'Referrals' })
          .find((link) => link.getAttribute('href')?.includes(ida.id)) as HTMLElement,
    ),
  )
  await page.findByText(/Only the referrals of one person/)
  await waitFor(() =>
    expect(page.getAllByRole('link', { name: /^(Ida|Noor)/ }).map((link) => link.textContent)).toEqual([
      expect.stringMatching(/^Ida M\./),
    ]),
  )
  await page.press("Show everybody's")
  await page.findAllByRole('link', { name: /^Noor/ })
})

it('CHO-01 the number 211 of the dialog and of the footer can be called by a tap', async () => {
  const page = await openScreen('/registration/choice')
  await page.press(/Community Member/)
  await page.findByRole('dialog', { name: 'Please call 211 to register for an account' })
  const numbers = page.getAllByRole('link', { name: '211', hidden: true })
  expect(numbers.map((link) => link.getAttribute('href'))).toEqual(numbers.map(() => 'tel:211'))
  expect(numbers.length).toBeGreaterThan(1)
})

it('REF-01 D-AUTH-2 a draft keeps its person whatever the address says, and signing out leaves none', async () => {
  const { body: ben } = await stage.as.creator('POST', '/api/contact/', { firstName: 'Ben', lastName: 'Stone' })
  const page = await openScreen(`/referrals/new?contactId=${stage.contactId}`, { as: signedIn('creator') })
  await page.fill(/^Note/, 'She knows the way.')
  await page.open(`/referrals/new?contactId=${ben.id}`)
  await page.press('Continue')
  expect(await page.findByText(/^Noor Abadi/)).toBeTruthy()
  expect(page.queryByText(/^Ben Stone/)).toBeNull()
  await page.open('/auth/logout')
  await page.findByText('You Have Successfully Logged Out')
  const left = await new Promise<number>((done, fail) => {
    const asked = indexedDB.open('hearthline')
    asked.onerror = () => fail(asked.error)
    asked.onsuccess = () => {
      const count = asked.result.transaction('drafts').objectStore('drafts').count()
      count.onsuccess = () => done(count.result)
    }
  })
  expect(left).toBe(0)
})

it('REF-06 a tab that nobody looks at takes no message for read until somebody does', async () => {
  const id = await accept()
  const page = await openScreen(`/referrals/${id}`, { as: signedIn('recipient') })
  const read = () => page.calls('POST', `/api/referral/${id}/read`).map(({ body }) => body)
  await waitFor(() => expect(read()).toEqual([{ lastSequence: 0 }]))
  const look = (state: 'visible' | 'hidden') => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }
  look('hidden')
  await stage.as.creator('POST', `/api/referral/${id}/message`, { text: 'Are you there?' })
  await page.findByText('Are you there?')
  await page.settle()
  expect(read()).toHaveLength(1)
  look('visible')
  await waitFor(() => expect(read().at(-1)).toEqual({ lastSequence: 1 }))
})
