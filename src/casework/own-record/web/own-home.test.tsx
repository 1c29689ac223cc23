import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeStage, refer, wholeCall } from '#test/referral-stage.ts'
import { screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)

async function makeMember() {
  const stage = await makeStage(app)
  const member = await app.someone({ roles: ['community-member'], firstName: 'Noor' })
  await sql`insert into contact_invitation (code_hash, contact_id, account_id, expires_on, used_on)
    values (${crypto.randomUUID()}, ${stage.contactId}::uuid, ${member.account.id}::uuid, now(), now())`.execute(
    app.database,
  )
  await refer(stage)
  const accepted = (await refer(stage, { need: 'food-insecurity' })).body
  const transition = `/api/referral/${accepted.id}/transition`
  await stage.as.recipient('POST', transition, wholeCall('accept', accepted.version))
  return { stage, member }
}
const plain = (lines: string[]) =>
  lines.map((line) =>
    line
      .replaceAll(/(Eastside|Harbor) [\da-f]{4}/g, '$1')
      .replaceAll(/\d{1,2}\/\d{1,2}\/\d{4}/g, '<day>')
      .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '<id>'),
  )

it('INT-13 a member withdraws only once it is known what ends, which can be loaded again', async () => {
  const { member } = await makeMember()
  const page = await openScreen('/home', { as: member.account, expectedErrors: [/^A call failed: /] })
  for (let time = 0; time < 2; time++) page.failNext('GET', /^\/api\/ownRecord\/.*\/use$/, 500)
  await page.press('Withdraw')
  await page.findByText('This could not be loaded.')
  const withdraw = () => page.getByRole<HTMLButtonElement>('button', { name: 'Withdraw consent' })
  expect(withdraw().disabled).toBe(true)
  await page.press('Try again')
  await page.findByText(/What was sent to them is taken back/)
  expect(withdraw().disabled).toBe(false)
})

it('INT-13 the home screen of a member is theirs, and withdrawing says before what ends and what stays', async () => {
  const { member } = await makeMember()
  const page = await openScreen('/home', { as: member.account })
  const title = await page.findByRole('heading', { name: /^Your record at/ })
  expect(plain(page.outline(title.closest('section') as HTMLElement))).toEqual([
    'Your record at Eastside',
    'Where your referrals stand',
    'Food | Harbor | They said yes. | Sent <day> · as of <day>',
    'Shelter | Harbor | Sent. They have not answered yet. | Sent <day> · as of <day>',
    'What you allowed to be shared',
    'In force | Every organization in the network | For all needs | Given on <day> in words | Withdraw',
    'What is recorded about you',
    'Noor Abadi',
    'Birth date',
    '<day>',
    'Phone numbers',
    '(716) 555-0142 | → tel:+17165550142 | Mobile',
    'Email',
    'noor@example.test | → mailto:noor@example.test',
    'Recorded on',
    '<day>',
    'How you may be contacted',
    'Nothing is recorded about how and when it is safe to contact you.',
    'Ask for a correction',
    'Download a copy (PDF) | → /api/contact/<id>/export?format=pdf&language=en',
    'Who looked at it | → /myAccount/myRecord',
  ])
  expect(page.shows('What organizations keep about you, and what you can decide.')).toBe(true)
  expect(page.queryByText(/Help desk/)).toBeNull()
  await page.press('Withdraw')
  const dialog = await page.findByRole('dialog', { name: 'Withdraw this consent?' })
  await page.findByText(/What was sent to them is taken back/)
  expect(plain(page.outline(dialog))).toEqual([
    'Withdraw this consent?',
    '(Close)',
    'What ends at once',
    'Nothing more is shared under it.',
    'Harbor no longer sees your details. They can go on helping you only with what you tell them yourself.',
    'Harbor no longer sees your details. What was sent to them is taken back.',
    'What stays',
    'Eastside keeps its own record of you, and when the consent was given and withdrawn.',
    'Organizations that your details were sent to keep your first name, your initial and what they wrote down themselves.',
    'Cancel',
    'Withdraw consent',
  ])
  await page.press('Withdraw consent')
  await page.findByText('The consent is withdrawn.')
  await page.findByText('Withdrawn')
  await page.findByText('It was taken back.')
  expect(page.queryByRole('button', { name: 'Withdraw' })).toBeNull()
})

it('INT-13 the home screen of a member is theirs in Spanish too', async () => {
  const { member } = await makeMember()
  const page = await openScreen('/home', { as: member.account, language: 'es' })
  const title = await page.findByRole('heading', { name: /^Su registro en/ })
  expect(plain(page.outline(title.closest('section') as HTMLElement))).toEqual([
    'Su registro en Eastside',
    'Cómo van sus remisiones',
    'Alimentos | Harbor | Dijeron que sí. | Enviada el <day> · estado del <day>',
    'Refugio | Harbor | Enviada. Todavía no han respondido. | Enviada el <day> · estado del <day>',
    'Lo que usted permitió compartir',
    'Vigente | Todas las organizaciones de la red | Para todas las necesidades | Otorgado el <day> de palabra | Retirar',
    'Lo que está registrado sobre usted',
    'Noor Abadi',
    'Fecha de nacimiento',
    '<day>',
    'Números de teléfono',
    '(716) 555-0142 | → tel:+17165550142 | Celular',
    'Correo electrónico',
    'noor@example.test | → mailto:noor@example.test',
    'Registro creado',
    '<day>',
    'Cómo se le puede contactar',
    'No hay nada registrado sobre cómo y cuándo es seguro contactarle.',
    'Pedir una corrección',
    'Descargar una copia (PDF) | → /api/contact/<id>/export?format=pdf&language=es',
    'Quién lo ha visto | → /myAccount/myRecord',
  ])
  await page.press('Retirar')
  const dialog = await page.findByRole('dialog', { name: '¿Retirar este consentimiento?' })
  await page.findByText(/se retira\.$/)
  expect(plain(page.outline(dialog))).toEqual([
    '¿Retirar este consentimiento?',
    '(Cerrar)',
    'Lo que termina de inmediato',
    'Ya no se comparte nada más con este consentimiento.',
    'Harbor deja de ver sus datos. Solo podrá seguir ayudándole con lo que usted le cuente.',
    'Harbor deja de ver sus datos. Lo que se le envió se retira.',
    'Lo que queda',
    'Eastside conserva su propio registro de usted y cuándo se dio y se retiró el consentimiento.',
    'Las organizaciones a las que se enviaron sus datos conservan su nombre, su inicial y lo que ellas mismas anotaron.',
    'Cancelar',
    'Retirar consentimiento',
  ])
})

it('INT-13 a member asks for a correction, and the organization sees it until it is marked as done', async () => {
  const { stage, member } = await makeMember()
  const page = await openScreen('/home', { as: member.account })
  const ask = await page.findByRole('button', { name: 'Ask for a correction' })
  // Browsers lack it on a page that came over plain http.
  const randomUUID = vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw new Error('missing')
  })
  await page.user.click(ask)
  const dialog = await page.findByRole('dialog', { name: 'Ask for a correction' })
  randomUUID.mockRestore()
  expect(plain(page.outline(dialog))).toEqual([
    'Ask for a correction',
    '(Close)',
    'Eastside gets your message and corrects the record or talks with you.',
    'What is wrong, and what is right? | *',
    '<textarea "" required at most 2000>',
    'Cancel',
    'Send',
  ])
  await page.press('Send')
  await page.findByText('Please write what should be corrected.')
  await page.user.type(page.getByRole('textbox'), 'My street is Maple Street')
  page.failNext('POST', `/api/ownRecord/${stage.contactId}/correction`, 429)
  await page.press('Send')
  await page.findByText(/You have asked for many corrections/)
  await page.press('Send')
  await page.findByText('My street is Maple Street')
  await page.findByText(/not done yet/)
  const staff = await openScreen(`/people/${stage.contactId}`, { as: stage.accounts.creator })
  const card = await staff.findByRole('region', { name: 'The person asks for a correction' })
  expect(plain(staff.outline(card))).toEqual([
    'The person asks for a correction',
    'My street is Maple Street | Asked on <day> | Mark as done',
  ])
  await staff.press('Mark as done')
  await waitFor(() => expect(staff.queryByRole('region', { name: 'The person asks for a correction' })).toBeNull())
  const spanish = await openScreen('/home', { as: member.account, language: 'es' })
  await spanish.findByText(/marcada como hecha/)
})

it('INT-13 a member without a record reads what will be here, and an error can be repeated', async () => {
  const { account } = await app.someone({ roles: ['community-member'] })
  const page = await openScreen('/home', { as: account })
  await page.findByText('Nothing is linked to your account yet')
  for (const _ of [1, 2]) page.failNext('GET', '/api/ownRecord', 500)
  await page.open('/home')
  await page.findByText('Your record could not be loaded')
  await page.press('Try again')
  await page.findByText('Nothing is linked to your account yet')
})
