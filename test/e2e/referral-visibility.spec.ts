import type { Browser, Page } from '@playwright/test'
import {
  admin,
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  inWords,
  lee,
  looks,
  maria,
  setLook,
  signIn,
  test,
} from './portal.ts'

type Json = Record<string, unknown>

/** API calls of an account other than the page's. */
async function callsOf(browser: Browser, url: string, email: string) {
  const context = await browser.newContext({ baseURL: url })
  await context.request.post('/api/auth/login/fallback', { data: { email, password: DEMO_PASSWORD } })
  return {
    get: async (path: string) => (await context.request.get(path)).json(),
    post: async (path: string, data: Json = {}) => (await context.request.post(path, { data })).json(),
    close: () => context.close(),
  }
}
type Calls = Awaited<ReturnType<typeof callsOf>>

const today = () => new Date().toISOString().slice(0, 10)

/** A person of the food bank with a consent, and their referral to the housing agency. */
async function referPerson(asMaria: Calls, given: Json = {}) {
  const lastName = `Quill${Math.floor(Math.random() * 1e6)}`
  const person = await asMaria.post('/api/contact/', { firstName: 'Ottilie', lastName, phones: [] })
  await asMaria.post(`/api/contact/${person.id}/consent`, { scope: 'network', howGiven: 'written', givenOn: today() })
  const found = await asMaria.get('/api/organization/autocomplete?name=Harbor%20Housing')
  const referral = await asMaria.post('/api/referral/', {
    ...{ contactId: person.id, recipientOrganizationId: found.items[0].id, need: 'homelessness' },
    ...{ note: `${lastName} must leave`, ...given },
  })
  return { personId: person.id as string, lastName, id: referral.id as string }
}
async function move(calls: Calls, id: string, action: string, more: Json = {}) {
  const { version } = await calls.get(`/api/referral/${id}`)
  return calls.post(`/api/referral/${id}/transition`, { action, version, reason: 'no capacity', ...more })
}
const shot = (page: Page, name: string) =>
  process.env.SHOTS && page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })

/** Checks both widths for violations. */
async function expectWhole(page: Page, name: string) {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await shot(page, `${name}-${width}`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

const words = {
  en: {
    reduced: 'Your organization declined this referral. Only the first name and initial remain.',
    more: 'More',
    ask: 'Ask to reopen',
    reason: 'Reason',
    waits: 'decides.',
    title: 'Harbor Housing asks to reopen this referral',
    decline: 'Decline the request',
    declined: 'declined your request to reopen this referral.',
    overrides: 'Shared without consent',
    withdraw: 'Withdraw',
    withdrawNow: 'Withdraw consent',
    end: 'End their access to the details',
    recall: 'Recall what was not answered yet',
    gone: 'Withdrawn',
  },
  es: {
    reduced: 'Su organización rechazó esta remisión. Solo quedan el nombre y la inicial.',
    more: 'Más',
    ask: 'Pedir que se reabra',
    reason: 'Motivo',
    waits: 'decide.',
    title: 'Harbor Housing pide reabrir esta remisión',
    decline: 'Rechazar la solicitud',
    declined: 'rechazó su solicitud de reabrir esta remisión.',
    overrides: 'Compartido sin consentimiento',
    withdraw: 'Retirar',
    withdrawNow: 'Retirar consentimiento',
    end: 'Terminar su acceso a los detalles',
    recall: 'Retirar las que aún no tienen respuesta',
    gone: 'Retirado',
  },
}

for (const look of looks) {
  const w = words[look.language]
  const named = `${look.language}-${look.scheme}`

  test(`F-10 D-SEE-1 a recipient who declined asks to reopen and reads the answer, in ${inWords(look)}`, async ({
    page,
    browser,
    portal,
  }) => {
    const [asMaria, asLee] = [await callsOf(browser, portal.url, maria), await callsOf(browser, portal.url, lee)]
    const { id, lastName } = await referPerson(asMaria)
    await move(asLee, id, 'decline')
    await signIn(page, lee)
    await setLook(page, look)
    await page.goto(`/referrals/${id}`)
    await expect(page.getByText(w.reduced)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ottilie Q.')
    await expect(page.locator('body')).not.toContainText(lastName)
    await expectWhole(page, `reduced-${named}`)
    await page.getByRole('button', { name: w.more }).click()
    await expect(page.getByRole('menuitem', { name: w.ask })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: w.ask }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(w.reason).fill('We have room again.')
    await expectAccessible(page)
    await shot(page, `ask-${named}`)
    await dialog.getByRole('button', { name: w.ask }).click()
    await expect(page.getByText(w.waits)).toBeVisible()

    const other = await browser.newContext({ baseURL: portal.url })
    const mariaPage = await other.newPage()
    await signIn(mariaPage, maria)
    await setLook(mariaPage, look)
    await mariaPage.goto('/home')
    await expect(mariaPage.getByText(/Harbor Housing (asks to reopen it|pide reabrirla)/).first()).toBeVisible()
    await expectAccessible(mariaPage)
    await shot(mariaPage, `home-${named}`)
    await mariaPage.goto(`/referrals/${id}`)
    await expect(mariaPage.getByText(w.title)).toBeVisible()
    await expect(mariaPage.getByText('We have room again.').first()).toBeVisible()
    await expectWhole(mariaPage, `request-${named}`)
    await mariaPage.getByRole('button', { name: w.decline }).click()
    await expectAccessible(mariaPage)
    await mariaPage.getByRole('dialog').getByRole('button', { name: w.decline }).click()
    await expect(page.getByText(w.declined)).toBeVisible()
    for (const context of [other, asMaria, asLee]) await context.close()
  })

  test(`F-10 D-SEE-1 withdrawing a consent says who sees the details, and ends it, in ${inWords(look)}`, async ({
    page,
    browser,
    portal,
  }) => {
    const [asMaria, asLee] = [await callsOf(browser, portal.url, maria), await callsOf(browser, portal.url, lee)]
    const { id, personId } = await referPerson(asMaria)
    await signIn(page, maria)
    await setLook(page, look)
    await page.goto(`/people/${personId}`)
    await page.getByRole('button', { name: w.withdraw, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('listitem').first()).toContainText('Harbor Housing')
    await expect(dialog.getByLabel(w.end)).toBeChecked()
    await expect(dialog.getByLabel(w.recall)).toBeChecked()
    await dialog.getByLabel(w.recall).uncheck()
    await expectWhole(page, `withdraw-${named}`)
    await dialog.getByRole('button', { name: w.withdrawNow }).click()
    await expect(page.getByText(w.gone, { exact: true })).toBeVisible()
    expect(await asLee.get(`/api/referral/${id}`)).toMatchObject({ visibility: 'name', person: null, status: 'Sent' })
    for (const context of [asMaria, asLee]) await context.close()
  })

  test(`F-21 D-CON-1 platform admins find what was shared without a consent in the navigation, in ${inWords(look)}`, async ({
    page,
    browser,
    portal,
  }) => {
    const asMaria = await callsOf(browser, portal.url, maria)
    const person = await asMaria.post('/api/contact/', { firstName: 'Ottilie', lastName: 'Unlisted', phones: [] })
    const found = await asMaria.get('/api/organization/autocomplete?name=Harbor%20Housing')
    const sent = await asMaria.post('/api/referral/', {
      ...{ contactId: person.id, recipientOrganizationId: found.items[0].id, need: 'incarceration-status' },
      consentOverrideReason: 'required by law',
    })
    await signIn(page, admin)
    await setLook(page, look)
    await page.goto('/home')
    await page.getByRole('link', { name: w.overrides }).first().click()
    await expect(page.getByRole('table')).toContainText('Harbor Housing')
    await expect(page.locator('main')).not.toContainText('Ottilie')
    await expectWhole(page, `overrides-${named}`)

    const other = await browser.newContext({ baseURL: portal.url })
    const leePage = await other.newPage()
    await signIn(leePage, lee)
    await setLook(leePage, look)
    await leePage.goto(`/referrals/${sent.id}`)
    await expect(leePage.getByText(/Required by law|Lo exige la ley/)).toBeVisible()
    await expectWhole(leePage, `mark-${named}`)
    for (const context of [other, asMaria]) await context.close()
  })
}
