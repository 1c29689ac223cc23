import { expect, it } from 'vitest'
import type { SafeContact } from '../safe-contact.ts'
import { neutralWords } from './neutral-words.ts'
import { contactWarning, safeContactWords } from './safe-contact-words.ts'

const nothing: SafeContact = {
  ...{ doNotContact: false, phones: [], email: null, mayEmail: false, mayMail: true, hours: [], hoursNote: null },
  ...{ timeZone: 'America/New_York', isDiscreet: false, avoid: null, askFor: null, preferredWay: null },
  ...{ wantsNotices: false, version: 1, changedOn: '2026-11-20T15:00:00.000Z' },
}
const everything: SafeContact = {
  ...nothing,
  ...{ doNotContact: true, email: 'ana@example.test', mayMail: false, isDiscreet: true, wantsNotices: true },
  phones: [
    { phoneNumber: '(716) 555-0142', mayCall: true, mayVoicemail: false, mayText: true },
    { phoneNumber: '(716) 555-0143', mayCall: false, mayVoicemail: false, mayText: false },
  ],
  hours: [
    { days: [1, 3], from: '09:00', to: '12:30' },
    { days: [7], from: '18:00', to: '20:00' },
  ],
  ...{ hoursNote: 'not on payday', avoid: 'The court', askFor: 'Nena', preferredWay: 'text' },
}

it('INT-15 F-22 a person’s copy says every rule of how to contact them, in both languages', () => {
  expect(safeContactWords(everything, 'en')).toEqual([
    { term: 'Contact', text: 'You are not to be contacted.' },
    { term: '(716) 555-0142', text: 'Call: safe; Leave a voicemail: not safe; Send a text: safe' },
    { term: '(716) 555-0143', text: 'Call: not safe; Leave a voicemail: not safe; Send a text: not safe' },
    { term: 'ana@example.test', text: 'not safe' },
    { term: 'Letters', text: 'not safe' },
    {
      term: 'When',
      text: 'Mon, Wed 9:00 AM–12:30 PM (America/New_York); Sun 6:00 PM–8:00 PM (America/New_York); not on payday',
    },
    { term: 'Contact', text: 'Nobody is to say who is calling or writing.' },
    { term: 'Do not mention', text: 'The court' },
    { term: 'Ask for', text: 'Nena' },
    { term: 'Contact', text: 'You are notified by text or e-mail about the status of your referrals.' },
    { term: 'Prefers', text: 'A text message' },
  ])
  expect(safeContactWords(everything, 'es').map(({ text }) => text)).toEqual([
    'No se le debe contactar.',
    'Llamar: seguro; Dejar un mensaje de voz: no seguro; Enviar un mensaje de texto: seguro',
    'Llamar: no seguro; Dejar un mensaje de voz: no seguro; Enviar un mensaje de texto: no seguro',
    ...['no seguro', 'no seguro'],
    'lun, mié 9:00 a.m.–12:30 p.m. (America/New_York); dom 6:00 p.m.–8:00 p.m. (America/New_York); not on payday',
    'Nadie debe decir quién llama o escribe.',
    ...['The court', 'Nena'],
    'Se le avisa por mensaje de texto o correo cómo van sus remisiones.',
    'Un mensaje de texto',
  ])
  expect(safeContactWords(nothing, 'en')).toEqual([{ term: 'Letters', text: 'safe' }])
})

it('INT-15 a file for later warns of what to heed at each number and address, and says nothing where nothing is to be heeded', () => {
  const number = '(716) 555-0142'
  const address = 'ana@example.test'
  const warn = (given: Partial<SafeContact>, way: 'call' | 'text' | 'email' = 'call', language: 'en' | 'es' = 'en') =>
    contactWarning({ ...open, ...given }, { way, to: way === 'email' ? address : number }, language)
  const phone = { phoneNumber: number, mayCall: true, mayVoicemail: true, mayText: true }
  const open: SafeContact = { ...nothing, phones: [phone], email: address, mayEmail: true }
  for (const way of ['call', 'text', 'email'] as const) {
    expect(warn({}, way)).toBe('')
    expect(warn({ doNotContact: true }, way)).toBe('Do not contact')
    expect(warn({ phones: [], email: null }, way)).toBe('Not known to be safe')
    expect(contactWarning(null, { way, to: number }, 'en')).toBe('')
    expect(contactWarning({ ...open, doNotContact: true }, { way, to: null }, 'en')).toBe('')
  }
  const unsafe = { phones: [{ ...phone, mayCall: false, mayText: false }], mayEmail: false }
  expect((['call', 'text', 'email'] as const).map((way) => warn(unsafe, way))).toEqual([
    'Do not call',
    'No texts',
    'Do not e-mail',
  ])
  const silent = { phones: [{ ...phone, mayVoicemail: false }] }
  expect([warn(silent), warn(silent, 'text')]).toEqual(['No voicemail', ''])
  // With the hours, whether it is safe at this moment or not.
  const hours = [{ days: [2], from: '09:00', to: '12:30' }]
  expect(warn({ hours, hoursNote: 'not on payday' }, 'text')).toBe(
    'When: Tue 9:00 AM–12:30 PM (America/New_York); not on payday',
  )
  expect(warn({ isDiscreet: true }, 'email')).toBe('Do not say who is calling or writing')
  for (const rule of [{ avoid: 'The court' }, { askFor: 'Nena' }]) expect(warn(rule)).toBe('Read the record first')
  expect(warn({ ...silent, hoursNote: 'mornings', isDiscreet: true, avoid: 'The court' })).toBe(
    'No voicemail · When: mornings · Do not say who is calling or writing · Read the record first',
  )
  expect(warn(unsafe, 'call', 'es')).toBe('No llamar')
})

it('INT-15 a neutral message says neither who sends it nor what it is about', () => {
  const url = 'https://portal.example/i/abc'
  expect(neutralWords('sms', 'es', url)).toEqual({ text: `Algo para que lo lea: ${url}` })
  const mail = neutralWords('email', 'en', url)
  expect(mail).toMatchObject({ subject: 'Something for you to read' })
  expect(mail.text.split(/\n+/).filter(Boolean)).toEqual([
    'Something for you to read',
    'There is something for you to read. Open it when nobody else can see your screen.',
    'Open it:',
    url,
  ])
  expect(JSON.stringify(mail)).not.toContain('Hearthline')
})
