import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import {
  canUndo,
  delivery,
  fromMaria,
  noor,
  plain,
  routineShelter,
  type Step,
  stageOnScreen,
  untilRead,
  writeTo,
} from '#test/referral-on-screen.ts'
import { screensOf } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { stage, signedIn, walk, change } = await stageOnScreen(app)
const accept: Step = ['recipient', { action: 'accept' }]
const start: Step = ['recipient', { action: 'start' }]

/** The page of a referral, once its history is there and the recipient's view is recorded. */
async function outlineOf(id: string, who: keyof typeof stage.accounts, language: 'en' | 'es' = 'en') {
  const page = await openScreen(`/referrals/${id}`, { as: signedIn(who), language })
  await page.findByRole('heading', { level: 1 })
  await untilRead(page, id)
  return { page, lines: plain(page.outline()) }
}

it('REF-01 REF-05 a sent referral stands in full for its sender', async () => {
  const id = await walk({ urgency: 'asap', neededBy: '2099-02-03' })
  // Before a weekend, the promised time ends days later, and is not shown yet.
  await change(id, { promiseDueOn: new Date(Date.now() + 5 * 60 * 60 * 1000) })
  const { page, lines } = await outlineOf(id, 'creator')
  expect(page.title()).toContain('Referral')
  expect(lines).toEqual([
    'Referrals | → /referrals?direction=outgoing | / | Noor A.',
    'Shelter for Noor A. | Sent',
    'Sent by Eastside to Harbor',
    'More',
    '(Step 1 of 5: Sent)',
    'Sent just now · To be opened in <span>',
    'What happened',
    'Maria Tester, Eastside | sent this referral | just now | Must leave on Friday.',
    ...writeTo('Harbor'),
    'What was shared',
    ...noor,
    'Need',
    'Shelter',
    'Urgency',
    'As soon as possible · by 02/03/2099',
    'Consent',
    'All needs',
    ...fromMaria,
    "Open the person's record | → /people/<id>",
    ...delivery(),
  ])
})

it('REF-06 the recipient who opens it sees the person, and that the opening is recorded', async () => {
  const id = await walk({ directedToId: stage.accounts.recipient.id })
  const { lines } = await outlineOf(id, 'recipient')
  expect(lines).toEqual([
    'Referrals | → /referrals?direction=incoming | / | Noor A.',
    'Shelter for Noor A. | In Review',
    'Eastside asks your organization for help',
    'More',
    'Decline',
    'Accept',
    '(Step 2 of 5: In Review)',
    'Sent just now · seen after 1 minute',
    'What happened',
    'Maria Tester, Eastside | sent this referral | just now | Must leave on Friday.',
    'Lee Tester, Harbor | opened it | just now',
    ...writeTo('Eastside'),
    'What was shared',
    ...noor,
    ...routineShelter,
    'Consent',
    'Covers this referral',
    'For',
    'Lee Tester',
    ...fromMaria,
  ])
  const { lines: spanish } = await outlineOf(id, 'recipient', 'es')
  expect(spanish).toEqual([
    'Remisiones | → /referrals?direction=incoming | / | Noor A.',
    'Refugio para Noor A. | En revisión',
    'Eastside pide ayuda a su organización',
    'Más',
    'Rechazar',
    'Aceptar',
    '(Paso 2 de 5: En revisión)',
    'Enviada ahora mismo · vista después de 1 minuto',
    'Qué pasó',
    'Maria Tester, Eastside | envió esta remisión | ahora mismo | Must leave on Friday.',
    'Lee Tester, Harbor | la abrió | ahora mismo',
    'Ctrl+Intro envía',
    '<textarea Escriba a Eastside… "" at most 4000>',
    'Enviar mensaje | <disabled>',
    '<file Adjuntar archivos "">',
    'Adjuntar archivos',
    'Lo que se compartió',
    'Persona',
    'Noor Abadi, <age>',
    'Contacto',
    '(716) 555-0142 | → tel:+17165550142 | · | <email> | → mailto:<email>',
    'Necesidad',
    'Refugio',
    'Urgencia',
    'Sin prisa',
    'Consentimiento',
    'Cubre esta remisión',
    'Para',
    'Lee Tester',
    'De',
    'Maria Tester',
  ])
})

it('REF-02 an accepted and a running referral say who is in charge and what comes next', async () => {
  const accepted = await outlineOf(await walk({}, accept), 'recipient')
  expect(accepted.lines).toEqual([
    'Referrals | → /referrals?direction=incoming | / | Noor A.',
    'Shelter for Noor A. | Accepted',
    'Eastside asks your organization for help',
    'More',
    'Put on hold',
    'Start work',
    '(Step 3 of 5: Accepted)',
    'Sent just now · seen after 1 minute · answered after 1 minute',
    ...canUndo('You accepted this referral.'),
    'What happened',
    'Maria Tester, Eastside | sent this referral | just now | Must leave on Friday.',
    'Lee Tester, Harbor | accepted | just now',
    ...writeTo('Eastside'),
    'What was shared',
    ...noor,
    ...routineShelter,
    'Consent',
    'Covers this referral',
    'In charge',
    'Lee Tester',
    ...fromMaria,
    ...['Appointment', 'No appointment is recorded.', 'Record an appointment'],
  ])
  const held: Step = ['recipient', { action: 'hold', reason: 'Waits for papers', reviewOn: '2099-01-01' }]
  const running = await outlineOf(await walk({}, accept, start, held), 'recipient')
  expect(running.lines).toEqual([
    'Referrals | → /referrals?direction=incoming | / | Noor A.',
    'Shelter for Noor A. | On Hold',
    'Eastside asks your organization for help',
    'Close with outcome',
    'Resume',
    '(Step 4 of 5: On Hold)',
    'Sent just now · seen after 1 minute · answered after 1 minute',
    ...canUndo('You put this referral on hold.'),
    'What happened',
    'Maria Tester, Eastside | sent this referral | just now | Must leave on Friday.',
    'Lee Tester, Harbor | accepted | just now',
    'Lee Tester, Harbor | started work | just now',
    'Lee Tester, Harbor | put it on hold | just now | Waits for papers Look again on 01/01/2099',
    ...writeTo('Eastside'),
    'What was shared',
    ...noor,
    ...routineShelter,
    'Consent',
    'Covers this referral',
    'In charge',
    'Lee Tester',
    'First contact',
    'Not recorded yet | Record first contact',
    'Look again',
    '01/01/2099',
    ...fromMaria,
    ...['Appointment', 'No appointment is recorded.', 'Record an appointment'],
  ])
})

it('REF-01 a draft and a referral within one organization stand in full', async () => {
  const draft = await walk({ send: false, urgency: 'urgent' })
  const page = await openScreen(`/referrals/${draft}`, { as: signedIn('creator') })
  await page.findByText('Not sent yet. Only your organization sees this draft.')
  expect(plain(page.outline())).toEqual([
    'Referrals | → /referrals?direction=outgoing | / | Noor A.',
    'Shelter for Noor A. | Draft',
    'Draft of Eastside for Harbor',
    'Edit draft | → /referrals/<id>/edit',
    'Discard draft',
    'Send',
    '(Step 0 of 5: Draft)',
    'Not sent yet. Only your organization sees this draft.',
    'What happened',
    'Maria Tester, Eastside | wrote a draft | just now',
    'What will be shared',
    ...noor,
    'Need',
    'Shelter',
    'Urgency',
    'Urgent',
    'Note',
    'Must leave on Friday.',
    ...fromMaria,
    "Open the person's record | → /people/<id>",
  ])
  const inside = await walk({ recipientOrganizationId: stage.sender.id })
  expect((await outlineOf(inside, 'creator')).lines).toEqual([
    'Referrals | → /referrals?direction=outgoing | / | Noor A.',
    'Shelter for Noor A. | Sent',
    'Within Eastside',
    'More',
    'Decline',
    'Accept',
    '(Step 1 of 5: Sent)',
    'Sent just now',
    'What happened',
    'Maria Tester, Eastside | sent this referral | just now | Must leave on Friday.',
    ...writeTo('Eastside'),
    'What was shared',
    ...noor,
    ...routineShelter,
    'Consent',
    'Stays inside the organization',
    ...fromMaria,
    "Open the person's record | → /people/<id>",
    ...delivery(),
  ])
})
