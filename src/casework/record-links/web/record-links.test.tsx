import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { PASSWORD } from '#test/factories.ts'
import { makePerson, makeStage, refer } from '#test/referral-stage.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }

async function makeLink() {
  const stage = await makeStage(app)
  const { body } = await stage.as.creator('POST', `/api/contact/${stage.contactId}/recordLink`, {
    ...{ language: 'es', way: { channel: 'copy' } },
  })
  return { stage, path: new URL(body.url).pathname }
}
async function enter(page: Awaited<ReturnType<typeof openScreen>>, day = '1992-03-04') {
  await page.fill('Su fecha de nacimiento', day)
  await page.press('Abrir mi registro')
}

it('INT-13 a person opens their record on a phone, in Spanish, withdraws a consent and asks for a correction', async () => {
  const { stage, path } = await makeLink()
  await refer(stage)
  const page = await openScreen(path, { language: 'es', width: 360, ...refused })
  await page.findByRole('heading', { level: 1, name: 'Su registro' })
  expect(
    page.shows(`${stage.sender.name} guarda un registro sobre usted. Aquí lo ve y decide quién puede verlo.`),
  ).toBe(true)
  expect(page.queryByText(/Noor/)).toBeNull()
  await enter(page, '1992-04-03')
  await page.findByText('Esta no es la fecha de nacimiento que tenemos. Revísela.')
  await waitFor(() => expect(document.activeElement).toBe(page.getByLabelText('Su fecha de nacimiento')))
  await enter(page)
  await page.findByText('Noor Abadi')
  expect(page.shows(`Lo que ${stage.sender.name} guarda sobre usted y lo que usted puede decidir.`)).toBe(true)
  expect(page.shows('Enviada. Todavía no han respondido.')).toBe(true)
  expect(page.queryByRole('link', { name: /copia|Quién/ })).toBeNull()
  await page.press('Retirar')
  const dialog = within(await page.findByRole('dialog'))
  await dialog.findByText(new RegExp(stage.recipient.name))
  await page.user.click(dialog.getByRole('button', { name: /Retirar/ }))
  await page.findByText('Retirado')
  await page.press('Pedir una corrección')
  await page.user.type(await page.findByRole('textbox'), 'Mi nombre es Nour.')
  await page.user.click(within(await page.findByRole('dialog')).getByRole('button', { name: 'Enviar' }))
  await page.findByText('Mi nombre es Nour.')
})

it('INT-13 a session that ended asks for the birth date again, and a link that ended says so', async () => {
  const { stage, path } = await makeLink()
  const page = await openScreen(path, { language: 'es', ...refused })
  await enter(page)
  await page.findByText('Noor Abadi')
  await app.database
    .updateTable('recordLink')
    .set({ sessionHash: null })
    .where('contactId', '=', stage.contactId)
    .execute()
  await page.press('Retirar')
  await page.findByLabelText('Su fecha de nacimiento')
  expect(page.notices()).toContain('Escriba otra vez su fecha de nacimiento.')
  expect(page.queryByText('Noor Abadi')).toBeNull()
  await app.database.updateTable('recordLink').set({ triesLeft: 0 }).where('contactId', '=', stage.contactId).execute()
  await enter(page)
  await page.findByText('Este enlace ya no sirve')
  const unknown = await openScreen('/p/made-up', refused)
  await unknown.findByText('We do not know this link')
})

it('INT-13 what was typed for a correction is there again after a session that ended', async () => {
  const { stage, path } = await makeLink()
  const page = await openScreen(path, { language: 'es', ...refused })
  await enter(page)
  await page.findByText('Noor Abadi')
  await app.database
    .updateTable('recordLink')
    .set({ sessionHash: null })
    .where('contactId', '=', stage.contactId)
    .execute()
  const send = async () =>
    page.user.click(within(await page.findByRole('dialog')).getByRole('button', { name: 'Enviar' }))
  await page.press('Pedir una corrección')
  await page.user.type(await page.findByRole('textbox'), 'Mi nombre es Nour.')
  await send()
  await enter(page)
  await page.press('Pedir una corrección')
  expect((await page.findByRole<HTMLTextAreaElement>('textbox')).value).toBe('Mi nombre es Nour.')
  await send()
  await page.findByText('Mi nombre es Nour.')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.press('Pedir una corrección')
  expect((await page.findByRole<HTMLTextAreaElement>('textbox')).value).toBe('')
})

it('INT-13 staff make the link on the record, copy it once, see that it was opened, and withdraw it', async () => {
  const stage = await makeStage(app)
  const page = await openScreen(`/people/${stage.contactId}`, { as: { ...stage.accounts.creator, password: PASSWORD } })
  const card = within(await page.findByRole('region', { name: 'Link to their record' }))
  expect(card.getByText(/^They can see their record without an account/)).toBeTruthy()
  await page.press('Let them see it by link')
  await page.press('Make the link')
  const field = await page.findByRole('textbox', { name: 'Copy the link' })
  const url = (field as HTMLInputElement).value
  expect(url).toMatch(/\/p\/\w+$/)
  await page.press('Done')
  const code = url.split('/p/')[1]
  await app.anonymous('POST', `/api/recordLink/open/${code}`, { birthDate: '1992-03-04' })
  await page.findByText(/^Copied, .* · works until/)
  const again = await openScreen(`/people/${stage.contactId}`, {
    as: { ...stage.accounts.creator, password: PASSWORD },
  })
  await again.findByText(/^Copied, .* · opened on .* · works until/)
  await again.press('Withdraw the link')
  await again.findByText(/· withdrawn$/)
  await waitFor(async () => expect((await app.anonymous('GET', `/api/recordLink/open/${code}`)).status).toBe(410))
})

it('INT-13 the dialog says what is missing, sends only to a whole address, and stays when it fails', async () => {
  const stage = await makeStage(app)
  const without = (await makePerson(stage.as.creator, { birthDate: null }, null)).id
  const as = { ...stage.accounts.creator, password: PASSWORD }
  const page = await openScreen(`/people/${without}`, { as, ...refused })
  await page.press('Let them see it by link')
  await page.press('Make the link')
  expect((await page.findByText('Record the birth date first: the link asks for it.')).getAttribute('role')).toBe(
    'alert',
  )
  expect(page.notices()).toEqual([])
  const other = await openScreen(`/people/${stage.contactId}`, { as, ...refused })
  await other.press('Let them see it by link')
  // The dialog takes the focus when it opens.
  await waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).toBeTruthy())
  other.failNext('POST', `/api/contact/${stage.contactId}/recordLink`, 500)
  await other.press('Make the link')
  await waitFor(() => expect(other.notices()).toEqual(['This did not work. Please check the fields.']))
  await other.choose('How they get it', 'By e-mail')
  const address = await other.findByRole('textbox', { name: 'E-mail' })
  await other.user.clear(address)
  await other.press('Make the link')
  await waitFor(() => expect(document.activeElement).toBe(address))
  expect(other.calls('POST', `/api/contact/${stage.contactId}/recordLink`)).toHaveLength(1)
  await other.user.type(address, 'noor@example.test')
  await other.press('Make the link')
  await waitFor(() => expect(other.notices()).toContain('The link is on its way'))
  expect(other.queryByRole('dialog')).toBeNull()
  await other.findByText(/^Sent by e-mail, .* · works until/)
})

it('INT-13 a call that fails says so, and leaves the record open', async () => {
  const { path } = await makeLink()
  const page = await openScreen(path, { language: 'es', ...refused })
  await enter(page)
  await page.findByText('Noor Abadi')
  await page.press('Retirar')
  const dialog = within(await page.findByRole('dialog'))
  await waitFor(() => expect(dialog.getByRole('button', { name: /Retirar/ })).toHaveProperty('disabled', false))
  page.failNext('POST', `/api/recordLink/open/${path.split('/')[2]}/withdraw`, 500)
  await page.user.click(dialog.getByRole('button', { name: /Retirar/ }))
  await waitFor(() => expect(dialog.getByRole('button', { name: /Retirar/ })).toHaveProperty('disabled', false))
  await waitFor(() => expect(page.notices()).toEqual(['Esto no funcionó. Inténtelo de nuevo.']))
  expect(page.shows('Noor Abadi')).toBe(true)
})

it('INT-13 every link that still works can be withdrawn, however many there are', async () => {
  const stage = await makeStage(app)
  for (let made = 0; made < 6; made++) {
    const { status } = await stage.as.creator('POST', `/api/contact/${stage.contactId}/recordLink`, {
      ...{ language: 'en', way: { channel: 'copy' } },
    })
    expect(status).toBe(201)
  }
  const page = await openScreen(`/people/${stage.contactId}`, { as: { ...stage.accounts.creator, password: PASSWORD } })
  const card = within(await page.findByRole('region', { name: 'Link to their record' }))
  expect(await card.findAllByRole('button', { name: 'Withdraw the link' })).toHaveLength(6)
})

it('INT-13 what was done on a record is not told as failed when the record cannot be read again', async () => {
  const { path, stage } = await makeLink()
  const page = await openScreen(path, { language: 'es', ...refused })
  await enter(page)
  await page.findByText('Noor Abadi')
  await page.press('Pedir una corrección')
  await page.user.type(await page.findByRole('textbox'), 'Mi nombre es Nour.')
  page.failNext('POST', `/api/recordLink/open/${path.split('/')[2]}/read`, 500)
  await page.user.click(within(await page.findByRole('dialog')).getByRole('button', { name: 'Enviar' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.shows('Está guardado, pero la página no se pudo actualizar. Abra el enlace otra vez para verlo.')).toBe(
    true,
  )
  expect(page.calls('POST', `/api/recordLink/open/${path.split('/')[2]}/correction`)).toHaveLength(1)
  expect(stage.contactId).toBeTruthy()
})

it('INT-13 REF-15 a link is offered by text only where the portal sends texts', async () => {
  for (const [product, ways] of [
    [app, ['I copy the link', 'By e-mail', 'By text message']],
    [await startTestApp({ DEMO: 'false' }), ['I copy the link', 'By e-mail']],
  ] as const) {
    const stage = await makeStage(product)
    const as = { ...stage.accounts.creator, password: PASSWORD }
    const page = await screensOf(product)(`/people/${stage.contactId}`, { as })
    await page.press('Let them see it by link')
    await page.user.click(await page.findByRole('combobox', { name: 'How they get it' }))
    await page.findByRole('option', { name: 'By e-mail', hidden: true })
    const options = page.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)
    expect(options.filter((option) => option !== 'English' && option !== 'Spanish')).toEqual(ways)
  }
})

it('INT-13 who presses again after a lost answer sends the person one link', async () => {
  const stage = await makeStage(app)
  const as = { ...stage.accounts.creator, password: PASSWORD }
  const page = await openScreen(`/people/${stage.contactId}`, { as, ...refused })
  await page.press('Let them see it by link')
  await page.user.click(await page.findByRole('combobox', { name: 'How they get it' }))
  await page.user.click(await page.findByRole('option', { name: 'By e-mail', hidden: true }))
  const to = `again-${crypto.randomUUID()}@example.test`
  await page.fill('E-mail', to)
  page.breakConnection('answers')
  await page.press('Make the link')
  await waitFor(() => expect(page.notices()).toHaveLength(1))
  await page.settle()
  page.breakConnection(null)
  await page.press('Make the link')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await app.workJobs()
  expect(await app.outbox(to)).toHaveLength(1)
})
