import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { PASSWORD } from '#test/factories.ts'
import { makePerson, makeStage } from '#test/referral-stage.ts'
import { safeRules } from '#test/safe-contact.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const stage = await makeStage(app)
const { creator } = stage.as
const maria = { ...stage.accounts.creator, password: PASSWORD }
const text = await app.database.selectFrom('consentText').select('id').executeTakeFirstOrThrow()

async function ask() {
  const contactId = (await makePerson(creator, {}, null)).id as string
  const id = crypto.randomUUID()
  const terms = { scope: 'organizations', needs: ['homelessness'], recipientIds: [stage.recipient.id], expiresOn: null }
  const call = { id, textId: text.id, ...terms, language: 'es', way: { channel: 'copy' } }
  const { body } = await creator('POST', `/api/contact/${contactId}/consentRequest`, call)
  return { contactId, id, path: new URL(body.url).pathname }
}
async function enter(page: Awaited<ReturnType<typeof openScreen>>, day = '1992-03-04') {
  await page.fill('Su fecha de nacimiento', day)
  await page.press('Leerlo')
}

it('INT-14 a person reads the text in Spanish on a phone, changes the language, signs, and sees what they signed again', async () => {
  const { path, contactId } = await ask()
  const page = await openScreen(path, { language: 'es', width: 360, ...refused })
  await page.findByRole('heading', { level: 1, name: 'Usted decide' })
  expect(page.queryByText(/Noor|Refugio/)).toBeNull()
  await enter(page, '1992-04-03')
  await page.findByText('Esta no es la fecha de nacimiento que tenemos. Revísela.')
  await enter(page)
  await page.findByRole('heading', { level: 1, name: 'Permiso para compartir mi información' })
  expect(page.words()).toContain(`Quién la recibe: ${stage.recipient.name}.`)
  await page.press('English')
  await page.findByRole('heading', { level: 1, name: 'Permission to share my information' })
  await page.press('Español')
  await page.findByRole('heading', { level: 1, name: 'Permiso para compartir mi información' })
  await page.press('Sí, lo permito')
  await page.press('Lo permito')
  await page.findByText('Firme arriba o escriba el nombre.')
  await page.fill('Su nombre completo', 'Noor Abadi')
  await page.press('Lo permito')
  await page.findByText('Firmado como Noor Abadi')
  expect(page.queryByRole('button', { name: 'No' })).toBeNull()
  const { consents } = (await creator('GET', `/api/contact/${contactId}`)).body
  expect(consents).toMatchObject([{ byLink: true, language: 'es', signedName: 'Noor Abadi' }])
  const again = await openScreen(path, { language: 'es', ...refused })
  await enter(again)
  await again.findByText(/^Usted lo permitió el /)
  expect(again.words()).toContain(`Quién la recibe: ${stage.recipient.name}.`)
})

it('INT-14 a typed signature and a word why stay while the birth date is asked for again', async () => {
  const { path, id } = await ask()
  const page = await openScreen(path, { language: 'es', width: 360, ...refused })
  const field = (label: string) => page.getByLabelText<HTMLInputElement>(label).value
  const end = () => app.database.updateTable('consentRequest').set({ sessionHash: null }).where('id', '=', id).execute()
  await enter(page)
  await page.press('Sí, lo permito')
  await page.fill('Su nombre completo', 'Noor Abadi')
  await end()
  await page.press('Lo permito')
  await page.findByLabelText('Su fecha de nacimiento')
  await enter(page)
  await page.press('Sí, lo permito')
  expect(field('Su nombre completo')).toBe('Noor Abadi')
  await page.press('Volver')
  await page.press('No')
  await page.fill('¿Por qué? (opcional)', 'Quiero esperar.')
  await end()
  await page.press('No lo permito')
  await page.findByLabelText('Su fecha de nacimiento')
  await enter(page)
  await page.press('No')
  expect(field('¿Por qué? (opcional)')).toBe('Quiero esperar.')
})

it('INT-14 INT-15 where nobody may know who writes, the page says who asks only after the birth date', async () => {
  const { path, contactId } = await ask()
  await creator('PUT', `/api/contact/${contactId}/safeContact`, safeRules({ isDiscreet: true }))
  const page = await openScreen(path, { language: 'es', width: 360 })
  await page.findByRole('heading', { level: 1, name: 'Algo para que lo lea' })
  expect(page.words()).not.toContain(stage.sender.name)
  await page.fill('Su fecha de nacimiento', '1992-03-04')
  await page.press('Abrir')
  await page.findByText(`${stage.sender.name} le pide su permiso.`, { exact: false })
})

it('INT-14 a person says no with a word why, and a link that ended says why', async () => {
  const { path, contactId, id } = await ask()
  const page = await openScreen(path, { language: 'es', width: 360, ...refused })
  await enter(page)
  await page.press('No')
  await page.fill('¿Por qué? (opcional)', 'Quiero esperar.')
  await page.press('No lo permito')
  await page.findByText('Usted escribió: Quiero esperar.')
  const set = (change: object) => app.database.updateTable('consentRequest').set(change).where('id', '=', id).execute()
  const ends = {
    'Se venció. Pida uno nuevo a la organización que se lo envió.': { linkExpiresOn: new Date().toISOString() },
    'La fecha de nacimiento estuvo mal cinco veces. Pida un enlace nuevo a la organización que se lo envió.': {
      ...{ triesLeft: 0, linkExpiresOn: '2099-01-01T00:00:00Z' },
    },
  }
  for (const [words, change] of Object.entries(ends)) {
    await set(change)
    await (await openScreen(path, { language: 'es', ...refused })).findByText(words)
  }
  const staff = await openScreen(`/people/${contactId}`, { as: maria })
  const card = within(await staff.findByRole('region', { name: 'Consent by link' }))
  card.getByText(/^Said no on /)
  card.getByText('Their words: Quiero esperar.')
  const unknown = await openScreen('/c/made-up', refused)
  await unknown.findByText('We do not know this link')
})

it('INT-14 staff ask on the record with the text in view, copy the link, send it again and take it back', async () => {
  const { id: contactId } = await makePerson(creator, { language: 'Spanish' }, null)
  const page = await openScreen(`/people/${contactId}`, { as: maria, ...refused })
  await page.press('Ask for consent by link')
  const dialog = within(await page.findByRole('dialog', { name: 'Ask for consent by link' }))
  await dialog.findByText('Permiso para compartir mi información')
  await page.press('Ask for consent')
  await dialog.findByText('Choose at least one organization.')
  await page.choose('May be shared with', 'Every organization in the network')
  await dialog.findByText(/todas las organizaciones que tienen una cuenta/)
  await page.press('Ask for consent')
  const field = await page.findByRole<HTMLInputElement>('textbox', { name: 'Copy the link' })
  expect(field.value).toMatch(/\/c\/\w+$/)
  await page.press('Done')
  const card = within(page.getByRole('region', { name: 'Consent by link' }))
  card.getByText(/^Waiting for consent, sent on /)
  await page.user.click(card.getByRole('button', { name: 'Send again' }))
  await page.user.click(
    within(await page.findByRole('dialog', { name: 'Send the link again' })).getByRole('button', {
      name: 'Send again',
    }),
  )
  const next = await page.findByRole<HTMLInputElement>('textbox', { name: 'Copy the link' })
  expect(next.value).not.toBe(field.value)
  await page.press('Done')
  await page.press('Take back')
  const line = await card.findByText(/^Taken back on /)
  expect(line.closest('details')?.open).toBe(true)
  await waitFor(() => expect(document.activeElement?.tagName).toBe('SUMMARY'))
  expect(card.queryByRole('button', { name: 'Send again' })).toBeNull()
  expect(page.notices()).toContain('The request is taken back. Its link opens nothing any more.')
})

it('INT-14 where no consent is in force, the notice asks for it by link, and says that it was asked for', async () => {
  const { id: contactId } = await makePerson(creator, { language: 'Spanish' }, null)
  const page = await openScreen(`/people/${contactId}`, { as: maria, ...refused })
  const notice = within(await page.findByRole('region', { name: /^No consent is in force/ }))
  await page.user.click(await notice.findByRole('button', { name: 'Ask by link' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Ask for consent by link' }))
  await page.choose('May be shared with', 'Every organization in the network')
  await dialog.findByText(/todas las organizaciones que tienen una cuenta/)
  await page.user.click(dialog.getByRole('button', { name: 'Ask for consent' }))
  await page.findByRole('textbox', { name: 'Copy the link' })
  await page.press('Done')
  await notice.findByText(/^Waiting for consent, sent on /)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Ask by link'))
  const { items } = (await creator('GET', `/api/contact/${contactId}/consentRequest`)).body
  expect(items).toMatchObject([{ standing: 'pending', scope: 'network' }])
})

it('INT-14 a referral without consent asks for it in place, waits as a draft, and says when it came', async () => {
  const { id: contactId } = await makePerson(creator, {}, null)
  const { body: draft } = await creator('POST', '/api/referral/', {
    ...{ contactId, recipientOrganizationId: stage.recipient.id, need: 'homelessness', send: false },
  })
  const page = await openScreen(`/referrals/${draft.id}/edit`, { as: maria, ...refused })
  await page.press('Send referral')
  await page.press('Ask for consent by link')
  const dialog = within(await page.findByRole('dialog', { name: 'Ask for consent by link' }))
  await dialog.findByText(new RegExp(`Who gets it: ${stage.recipient.name}`))
  await page.press('Ask for consent')
  const field = await page.findByRole<HTMLInputElement>('textbox', { name: 'Copy the link' })
  const link = `/api/consentRequest/open/${field.value.split('/c/')[1]}`
  await page.press('Done')
  await page.findByText(/^Waiting for consent, sent on .* Keep the referral as a draft/)
  await page.open(`/referrals/${draft.id}`)
  await page.findByText(/^Waiting for consent, sent on .* can be sent once it came/)
  const { session } = (await app.anonymous('POST', link, { birthDate: '1992-03-04' })).body
  const { terms, text: shown } = (await app.anonymous('POST', `${link}/read`, { session, language: 'en' })).body
  await app.anonymous('POST', `${link}/sign`, {
    ...{ session, language: 'en', terms, textId: shown.textId, signedName: 'Noor Abadi', signature: null },
  })
  await page.open(`/referrals/${draft.id}`)
  await waitFor(() => expect(page.words()).toMatch(/The consent came on .* The referral can be sent now\./))
})

it('INT-14 staff who read the record keep their place when the person gives the consent', async () => {
  const { path, contactId } = await ask()
  const page = await openScreen(`/people/${contactId}`, { as: maria })
  const card = within(await page.findByRole('region', { name: 'Consent by link' }))
  await card.findByText(/^Waiting for consent, sent on /)
  expect(document.activeElement).toBe(document.body)
  const link = `/api/consentRequest/open/${path.split('/c/')[1]}`
  const { session } = (await app.anonymous('POST', link, { birthDate: '1992-03-04' })).body
  const { terms, text: shown } = (await app.anonymous('POST', `${link}/read`, { session, language: 'es' })).body
  await app.anonymous('POST', `${link}/sign`, {
    ...{ session, language: 'es', terms, textId: shown.textId, signedName: 'Noor Abadi', signature: null },
  })
  await waitFor(() => expect(card.queryByText(/^Waiting for consent/)).toBeNull())
  await page.loaded()
  expect(document.activeElement).toBe(document.body)
})

it('INT-14 every request that waits can be taken back, and of the others the newest are shown', async () => {
  const { id: contactId } = await makePerson(creator, {}, null)
  const send = async (needs: string[]) => {
    const terms = { scope: 'organizations', needs, recipientIds: [stage.recipient.id], expiresOn: null }
    const call = { id: crypto.randomUUID(), textId: text.id, ...terms, language: 'es', way: { channel: 'copy' } }
    expect((await creator('POST', `/api/contact/${contactId}/consentRequest`, call)).status).toBe(201)
    return call.id
  }
  await send(['food-insecurity'])
  for (let sent = 0; sent < 6; sent++)
    await creator('DELETE', `/api/contact/${contactId}/consentRequest/${await send(['homelessness'])}`)
  const page = await openScreen(`/people/${contactId}`, { as: maria })
  const card = within(await page.findByRole('region', { name: 'Consent by link' }))
  expect(card.getAllByRole('listitem')).toHaveLength(5)
  expect(card.getAllByRole('button', { name: 'Take back' })).toHaveLength(1)
})

it('INT-14 a text that could not be read in another language can still be answered, and read again', async () => {
  const { path, contactId } = await ask()
  const page = await openScreen(path, { language: 'es', width: 360, ...refused })
  await enter(page)
  await page.findByRole('heading', { level: 1, name: 'Permiso para compartir mi información' })
  page.failNext('POST', /\/read$/, 500)
  await page.press('English')
  await page.findByText('The text could not be loaded in this language.')
  page.failNext('POST', /\/read$/, 500)
  await page.press('Try again')
  await page.findByText('The text could not be loaded in this language.')
  await page.press('Yes, I allow it')
  await page.fill('Your full name', 'Noor Abadi')
  await page.press('I allow it')
  await page.findByText('Signed as Noor Abadi')
  const { consents } = (await creator('GET', `/api/contact/${contactId}`)).body
  expect(consents).toMatchObject([{ language: 'es', signedName: 'Noor Abadi' }])
})

it('INT-14 where the person could not be read, the dialog that asks for their consent says so, and reads them again', async () => {
  const { id: contactId } = await makePerson(creator, {}, null)
  const { body: draft } = await creator('POST', '/api/referral/', {
    ...{ contactId, recipientOrganizationId: stage.recipient.id, need: 'homelessness', send: false },
  })
  const page = await openScreen(`/referrals/${draft.id}/edit`, { as: maria, ...refused })
  await page.press('Send referral')
  await page.findByRole('button', { name: 'Ask for consent by link' })
  // The read is repeated once by itself.
  for (let time = 0; time < 2; time++) page.failNext('GET', `/api/contact/${contactId}`, 500)
  await page.press('Ask for consent by link')
  const dialog = within(await page.findByRole('dialog', { name: 'Ask for consent by link' }))
  await dialog.findByText('This could not be loaded.')
  dialog.getByRole('button', { name: 'Cancel' })
  await page.user.click(dialog.getByRole('button', { name: 'Try again' }))
  await dialog.findByText(new RegExp(`Who gets it: ${stage.recipient.name}`))
})
