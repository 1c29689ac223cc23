import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { PASSWORD } from '#test/factories.ts'
import { makeStage, refer, wholeCall } from '#test/referral-stage.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }

/** A referral that was closed as helped, and the path of the person's own page. */
async function makeClosed() {
  const stage = await makeStage(app)
  const { contactId } = stage
  const { id } = (await refer(stage)).body
  for (const action of ['accept', 'closeResolved']) {
    const { version } = (await stage.as.recipient('GET', `/api/referral/${id}`)).body
    await stage.as.recipient('POST', `/api/referral/${id}/transition`, wholeCall(action, version))
  }
  const made = await stage.as.creator('POST', `/api/contact/${contactId}/recordLink`, {
    ...{ language: 'es', way: { channel: 'copy' } },
  })
  const as = (who: 'creator' | 'recipient') => ({ as: { ...stage.accounts[who], password: PASSWORD }, ...refused })
  return { stage, id, path: new URL(made.body.url).pathname, as, contactId }
}

it('REF-15 a person says on their phone, in Spanish, that no help came, and the sender looks into it', async () => {
  const { stage, id, path, as } = await makeClosed()
  const page = await openScreen(path, { language: 'es', width: 360, ...refused })
  await page.fill('Su fecha de nacimiento', '1992-03-04')
  await page.press('Abrir mi registro')
  const question = within(await page.findByRole('radiogroup', { name: '¿Recibió ayuda?' }))
  await page.press('Enviar')
  await page.findByText('Elija una opción.')
  await waitFor(() => expect(document.activeElement).toBe(question.getAllByRole('radio')[0]))
  await page.user.click(question.getByRole('radio', { name: 'No' }))
  page.failNext('POST', `/api/recordLink/open${path.slice(2)}/help`, 500)
  await page.fill('Lo que quiera decir (no es obligatorio)', 'Nadie me llamó.')
  await page.press('Enviar')
  await waitFor(() => expect(page.notices()).toEqual(['No se pudo enviar su respuesta. Inténtelo de nuevo.']))
  await page.press('Enviar')
  await page.findByText('Nadie me llamó.')
  await page.press('Cambiar mi respuesta')
  await page.press('Cancelar')

  const home = await openScreen('/home', as('creator'))
  await home.findByText(`Says that no help has come. ${stage.recipient.name} closed it as helped.`)
  const sender = await openScreen(`/referrals/${id}`, as('creator'))
  await sender.findByText('Noor A. says that no help has come')
  const card = sender.getByRole('region', { name: 'Did they get help?' })
  const plain = (lines: string[]) => lines.map((line) => line.replace(/Harbor \w+/, 'Harbor'))
  expect(plain(sender.outline(card))).toEqual([
    'Did they get help?',
    'Harbor',
    'Got help',
    'Noor A.',
    'No | just now | Nadie me llamó.',
  ])
  await sender.press('I have looked into it')
  await waitFor(() => expect(sender.queryByText('Noor A. says that no help has come')).toBeNull())
  const recipient = await openScreen(`/referrals/${id}`, as('recipient'))
  await recipient.findByRole('region', { name: 'Did they get help?' })
  expect(recipient.queryByText('Nadie me llamó.')).toBeNull()
  expect(recipient.queryByRole('button', { name: 'I have looked into it' })).toBeNull()
})

it('REF-15 REF-16 the answer stands on the time line of the needs, after the closing', async () => {
  const { stage, id, path, as, contactId } = await makeClosed()
  const sender = await openScreen(`/referrals/${id}`, as('creator'))
  await sender.findByText('Has not answered yet')
  const code = path.split('/')[2]
  const { session } = (await app.anonymous('POST', `/api/recordLink/open/${code}`, { birthDate: '1992-03-04' })).body
  const call = { session, referralId: id, answer: 'yes', comment: null }
  expect((await app.anonymous('POST', `/api/recordLink/open/${code}/help`, call)).status).toBe(204)
  await sender.findByText('Yes')
  expect(stage.contactId).toBe(contactId)
  const page = await openScreen(`/people/${contactId}/timeline`, as('creator'))
  const lines = page.outline(await page.findByRole('region', { name: 'Shelter' }))
  expect(lines.at(-1)).toMatch(/^Did they get help\? They say: \| Yes \| /)
})

it('REF-15 the sender records by phone what a person said, who then stands beside it', async () => {
  const { id, as } = await makeClosed()
  const page = await openScreen(`/referrals/${id}`, { ...as('creator'), width: 360 })
  await page.findByText('Has not answered yet')
  await page.press('Record what Noor A. said')
  const question = within(await page.findByRole('radiogroup', { name: 'Did Noor A. get help?' }))
  const first = question.getByRole('radio', { name: 'Yes' })
  await waitFor(() => expect(document.activeElement).toBe(first))
  await page.press('Save')
  await page.findByText('Please choose one.')
  await waitFor(() => expect(document.activeElement).toBe(first))
  await page.user.click(question.getByRole('radio', { name: 'Partly' }))
  await page.fill('What they said (not required)', 'Two nights only.')
  page.failNext('POST', `/api/referral/${id}/helpAnswer`, 500)
  await page.press('Save')
  await waitFor(() => expect(page.notices()).toEqual(['The answer could not be saved. Please try again.']))
  const save = page.getByRole('button', { name: 'Save' })
  await waitFor(() => expect(save.getAttribute('data-loading')).toBeNull())
  await page.user.click(save)
  await page.findByText(/^Recorded by Maria/)
  const lines = page.outline(page.getByRole('region', { name: 'Did they get help?' })).join(' ')
  expect(lines).toMatch(/Noor A\. Partly .*Two nights only\..*Recorded by Maria.*Change what you recorded for Noor A\./)
  const change = await page.findByRole('button', { name: 'Change what you recorded for Noor A.' })
  await waitFor(() => expect(document.activeElement).toBe(change))
  await page.user.click(change)
  const comment = () => (page.getByLabelText('What they said (not required)') as HTMLTextAreaElement).value
  expect(comment()).toBe('Two nights only.')
  await page.press('Cancel')
  await waitFor(() => expect(document.activeElement).toHaveProperty('textContent', change.textContent))
})

it('REF-15 what the sender typed stays when the person answers themselves meanwhile', async () => {
  const { id, path, as } = await makeClosed()
  const page = await openScreen(`/referrals/${id}`, as('creator'))
  await page.press('Record what Noor A. said')
  await page.user.click(page.getByRole('radio', { name: 'No' }))
  await page.fill('What they said (not required)', 'Nobody called back.')
  const code = path.split('/')[2]
  const { session } = (await app.anonymous('POST', `/api/recordLink/open/${code}`, { birthDate: '1992-03-04' })).body
  const own = { session, referralId: id, answer: 'yes', comment: null }
  expect((await app.anonymous('POST', `/api/recordLink/open/${code}/help`, own)).status).toBe(204)
  const card = within(page.getByRole('region', { name: 'Did they get help?' }))
  expect((await card.findByRole('alert')).textContent).toBe('This can no longer be changed.')
  expect((page.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true)
  expect(page.getByLabelText('What they said (not required)')).toHaveProperty('value', 'Nobody called back.')
  await page.press('Cancel')
  await waitFor(() => expect(page.queryByLabelText('What they said (not required)')).toBeNull())
  expect(page.queryByRole('button', { name: /Noor A\./ })).toBeNull()
})
