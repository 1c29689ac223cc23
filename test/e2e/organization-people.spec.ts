import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, lee, looks, maria, setLook, signIn, test } from './portal.ts'

const shot = (page: Page, name: string) =>
  process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/team-${name}.png`, fullPage: true }) : undefined
const NEW = 'violet kettle morning 47'

/** The latest sent message to a person that contains such a path. */
async function linkTo(page: Page, to: string, path: string) {
  let link = ''
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/dev/outbox?to=${encodeURIComponent(to)}`)
      const texts = ((await answer.json()) as { text: string }[]).map((message) => message.text)
      link = texts.map((text) => new RegExp(`${path}/[\\w.-]+`).exec(text)?.[0]).find(Boolean) ?? ''
      return link
    })
    .toMatch(path)
  return link
}
const chooseNewPassword = async (page: Page) => {
  await page.getByRole('textbox', { name: /^Password/ }).fill(NEW)
  await page.getByRole('textbox', { name: /^Confirm Password/ }).fill(NEW)
  await page.getByRole('combobox', { name: /Security Question/ }).click()
  await page.getByRole('option').first().click()
  await page.getByLabel('Security Question Answer').fill('Olean')
  await page.getByRole('checkbox', { name: /I accept the/ }).check()
}

/** Somebody whom the signed-in admin invited, and who accepted. */
async function makeColleague(page: Page, firstName: string) {
  const email = `${firstName.toLowerCase()}-${Date.now()}@harbor.test`
  const person = { firstName, lastName: 'Moon', email, roles: ['organization-staff'], language: 'en' }
  await page.request.post('/api/portalAccount/', { data: person })
  const code = (await linkTo(page, email, '/registration/invitation')).split('/').at(-1)
  const accepted = await page.request.post(`/api/invitation/${code}`, {
    data: {
      ...{ password: NEW, confirmPassword: NEW, acceptedTermsAndConditions: true },
      ...{ securityQuestion: 'parents-met', securityQuestionAnswer: 'Olean' },
    },
  })
  expect(accepted.ok()).toBe(true)
  const { items } = await (await page.request.get(`/api/portalAccount/?search=${email}`)).json()
  return { email, id: items[0].id as string }
}

test('ORG-03 an admin invites a person, who opens an account by the link in another browser', async ({
  page,
  browser,
  baseURL,
  expectedErrors,
}) => {
  expectedErrors.push(/410/)
  await signIn(page, lee)
  await page.getByRole('link', { name: 'Team' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Our team' })).toBeVisible()
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite somebody to your team' })
  await dialog.getByLabel('First Name').fill('Iris')
  await dialog.getByLabel('Last Name').fill('Moon')
  const email = `iris-${Date.now()}@harbor.test`
  await dialog.getByLabel('Email').fill(email)
  await expectAccessible(page)
  await shot(page, 'invite')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('region', { name: 'Invited' })).toContainText(email)

  const theirs = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await theirs.goto(await linkTo(page, email, '/registration/invitation'))
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Join Harbor Housing')
  await expect(theirs.getByLabel('E-mail')).not.toBeEditable()
  await chooseNewPassword(theirs)
  await expectAccessible(theirs)
  await shot(theirs, 'accept')
  await theirs.getByRole('button', { name: 'Open my account' }).click()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Your account is ready')
  await theirs.reload()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('This invitation was accepted')
  await signIn(theirs, email, NEW)
  await expect(theirs.getByRole('link', { name: 'Team' })).toHaveCount(0)

  // The admin's list updates live; the record shows the link as used.
  await page.getByRole('row').filter({ hasText: email }).getByRole('link', { name: 'Iris Moon' }).click()
  const links = page.getByRole('region', { name: 'Links sent' })
  await expect(links.getByRole('listitem')).toHaveText(/Invitation.*Used/)
  await theirs.context().close()
})

test('ORG-03 ACC-01 an admin changes a colleague’s role and address, which its owner confirms in another browser', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, lee)
  const { email, id } = await makeColleague(page, 'Ines')
  await page.goto(`/organization/people/${id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Ines Moon' })).toBeFocused()
  await page.getByLabel('Email').fill(`new.${email}`)
  await page.getByRole('checkbox', { name: 'Organization admin' }).check()
  await page.getByRole('checkbox', { name: 'Organization staff' }).uncheck()
  await expectAccessible(page)
  await shot(page, 'edit')
  await page.getByRole('button', { name: 'Save' }).click()
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details).toContainText(`Shall become new.${email}`)
  await expect(details).toContainText('Organization admin')
  await shot(page, 'account')

  const theirs = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await signIn(theirs, email, NEW)
  await theirs.goto(await linkTo(page, `new.${email}`, '/account/confirm'))
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Is this your new address?')
  await expectAccessible(theirs)
  await theirs.getByRole('button', { name: 'Yes, confirm' }).click()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Your address is confirmed')
  await expect(details).not.toContainText('Shall become')
  await expect(details).toContainText(`new.${email}`)
  await theirs.context().close()
})

test('ORG-03 a form that somebody else overtook, and the question before an account is shut, are accessible', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/409/)
  await signIn(page, lee)
  const { id } = await makeColleague(page, 'Irma')
  await page.goto(`/organization/people/${id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel(/^Title/).fill('Lead')
  const { version } = await (await page.request.get(`/api/portalAccount/${id}`)).json()
  await page.request.put('/api/portalAccount/', { data: { id, version, title: 'Director' } })
  await page.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('alert').filter({ hasText: 'Somebody changed this account in the meantime' })
  await expect(conflict).toContainText('Director')
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Save my version' }).click()
  await expect(page.getByText('Lead · Harbor Housing')).toBeVisible()

  await page.getByRole('button', { name: 'Deactivate' }).click()
  const ask = page.getByRole('dialog', { name: 'Deactivate Irma Moon?' })
  await expectAccessible(page)
  await ask.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Deactivated')
  await shot(page, 'deactivated')
})

test('ORG-03 the team’s screens are accessible in every look, at 360 px and 1280 px, and a phone reaches all of them', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  await signIn(page, maria)
  const invitation = { firstName: 'Ovid', lastName: 'Nasir', roles: ['organization-staff'], language: 'es' }
  await page.request.post('/api/portalAccount/', { data: { ...invitation, email: 'ovid@eastside.test' } })
  const { items } = await (await page.request.get('/api/portalAccount/?search=sam')).json()
  const sam = items[0]
  await page.request.put('/api/portalAccount/', { data: { ...sam, email: 'sam.w@eastside.test' } })
  await page.request.post(`/api/portalAccount/${sam.id}/resetLink`)
  const storageState = await page.context().storageState()
  const accept = await linkTo(page, 'ovid@eastside.test', '/registration/invitation')
  const confirm = await linkTo(page, 'sam.w@eastside.test', '/account/confirm')
  for (const at of looks) {
    const context = await browser.newContext({ baseURL: baseURL ?? '', storageState })
    const own = await context.newPage()
    await setLook(own, at)
    for (const [name, address] of [
      ['list', '/organization/people'],
      ['record', `/organization/people/${sam.id}`],
      ['accept', accept],
      ['confirm', confirm],
    ] as const) {
      await own.setViewportSize({ width: 1280, height: 900 })
      await own.goto(address)
      await expect(own.getByRole('heading', { level: 1 })).toBeVisible()
      if (name === 'list') await expect(own.getByText('ovid@eastside.test')).toBeVisible()
      if (name === 'record') await expect(own.getByRole('listitem').first()).toBeVisible()
      await expectAccessible(own)
      await shot(own, `${name}-${at.language}-${at.scheme}-${at.contrast}-1280`)
      await own.setViewportSize({ width: 360, height: 780 })
      await expectNoSidewaysScroll(own)
      if (at.scheme === 'dark') await expectAccessible(own)
      await shot(own, `${name}-${at.language}-${at.scheme}-${at.contrast}-360`)
    }
    if (at.language === 'es' && at.scheme === 'dark') {
      // Entries that do not fit into a phone's bar are behind one button, also by keyboard.
      await own.goto('/home')
      const more = own.getByRole('button', { name: 'Más' })
      await more.press('Enter')
      await expect(more).toHaveAttribute('aria-expanded', 'true')
      await expectAccessible(own)
      await own.screenshot({ path: process.env.SHOTS ? `${process.env.SHOTS}/team-more.png` : 'test-results/more.png' })
      await own.keyboard.press('Escape')
      await expect(more).toBeFocused()
      await more.click()
      await own.getByRole('link', { name: 'Equipo' }).click()
      await expect(own.getByRole('heading', { level: 1 })).toHaveText('Nuestro equipo')
      await expect(more).toHaveAttribute('aria-expanded', 'false')
    }
    await context.close()
  }
})

test('MEM-05 MEM-02 a worker invites a person served from their page, sees what became of it, and withdraws it', async ({
  page,
  browser,
  baseURL,
  expectedErrors,
}) => {
  expectedErrors.push(/410/)
  await signIn(page, maria)
  const person = { firstName: 'Petra', lastName: 'Vance', email: 'petra@people.test', language: 'es', phones: [] }
  const { id } = await (await page.request.post('/api/contact/', { data: person })).json()
  await page.goto(`/people/${id}`)
  const account = page.getByRole('region', { name: 'Account of their own' })
  await account.locator('summary').press('Enter')
  await account.getByRole('button', { name: 'Invite by e-mail' }).click()
  await expect(account.getByRole('listitem')).toHaveText(/Invited.*Sent by Maria Delgado/)
  const path = '/registration/communityMember\\?contactId='
  const open = async () => {
    let link = ''
    await expect
      .poll(async () => {
        const messages = await (await page.request.get('/api/dev/outbox?to=petra%40people.test')).json()
        link = new RegExp(`${path}[\\w-]+`).exec(messages[0]?.text ?? '')?.[0] ?? ''
        return link
      })
      .not.toBe('')
    return link
  }
  const first = await open()
  await account.getByRole('button', { name: 'Withdraw invitation' }).click()
  await expect(account.getByRole('listitem')).toHaveText(/Withdrawn/)
  const theirs = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await theirs.goto(first)
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('This invitation was withdrawn')
  await expectAccessible(theirs)
  await account.getByRole('button', { name: 'Invite again' }).click()
  await expect(account.getByRole('listitem').first()).toHaveText(/Invited/)
  await expectAccessible(page)
  await shot(page, 'member')
  await expect.poll(open).not.toBe(first)
  await theirs.goto(await open())
  await expect(theirs.getByLabel('E-mail')).toHaveValue('petra@people.test')
  await theirs.context().close()
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
  await shot(page, 'member-360')
})
