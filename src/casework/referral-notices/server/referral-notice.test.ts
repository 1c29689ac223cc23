import { expect, it } from 'vitest'
import type { Language } from '#platform/server/texts.ts'
import { type NoticeKind, noticeKinds } from '../notice-policy.ts'
import { type Product, type ReferralFacts, writeInvitation, writeReferralNotice } from './referral-notice.ts'

const facts: ReferralFacts = {
  referralId: 'r-1',
  action: 'accept',
  personName: 'Noor A.',
  need: 'homelessness',
  referringOrganization: 'Eastside',
  referredToOrganization: 'Harbor',
}
const product: Product = { productName: 'Hearthline', publicUrl: 'https://portal.test', mailDetail: 'full' }
const url = 'https://portal.test/referrals/r-1'
const linesOf = (text: string) => text.split('\n').filter(Boolean)
/** Its subject, the lines of the mail, and the text message. */
function write(kind: NoticeKind, language: Language, given: Partial<ReferralFacts> = {}, using = product) {
  const { subject, text, html, sms } = writeReferralNotice(kind, { ...facts, ...given }, language, using)
  for (const line of linesOf(text).slice(0, 3)) expect(html).toContain(line)
  return [subject, ...linesOf(text), sms]
}

it.each([
  [
    'en',
    [
      'It is about Noor A.: Shelter.',
      'You get this message because of your notification preferences. You can change them under My Account.',
      'Open the referral:',
    ],
    {
      incoming: [
        'A referral waits for you at Hearthline',
        'Eastside sent your organization a referral',
        'Please open it and say whether you can help. It expires after 10 working days without an answer.',
        `Hearthline: new referral from Eastside. ${url}`,
      ],
      opened: [
        'Your team can now see a referral at Hearthline',
        'Your organization can now see a referral from Eastside',
        'Somebody at your organization has already opened or answered it. Please open it, and decide who takes care of it.',
        `Hearthline: your organization can now see a referral from Eastside. ${url}`,
      ],
      reminder: [
        'A referral still waits for you at Hearthline',
        'A referral from Eastside still waits for an answer',
        'It expires in 3 working days.',
        `Hearthline: a referral from Eastside still waits for an answer. ${url}`,
      ],
      dueSoon: [
        'A referral soon runs out of the time you promised',
        'A referral from Eastside soon runs out of the time that your organization promised',
        'Please open it and do what comes next.',
        `Hearthline: a referral from Eastside soon runs out of the time you promised. ${url}`,
      ],
      overdue: [
        'A referral is late',
        'A referral from Eastside is past the time that your organization promised',
        'Your organization named you for referrals that are late, or nobody else is named. Please open it, and decide who takes care of it.',
        `Hearthline: a referral from Eastside is late. ${url}`,
      ],
      assigned: [
        'A referral was assigned to you at Hearthline',
        'You now look after a referral from Eastside',
        'Open the referral to see what the person needs and what comes next.',
        `Hearthline: a referral from Eastside was assigned to you. ${url}`,
      ],
      nudge: [
        'Eastside asks for your answer',
        'Eastside asks whether you can help with a referral',
        'Please open it and say yes or no. A no also helps: then they can ask elsewhere.',
        `Hearthline: Eastside asks for an answer to a referral. ${url}`,
      ],
      confirmation: [
        'Your referral is on its way',
        'Your referral to Harbor was sent',
        'You will hear from us when something happens, as your preferences say.',
        `Hearthline: your referral to Harbor was sent. ${url}`,
      ],
      statusChange: [
        'Your referral was accepted',
        'Harbor accepted your referral',
        'Open the referral to see what was said and what comes next.',
        `Hearthline: Harbor accepted your referral. ${url}`,
      ],
      override: [
        'Something was shared without a recorded consent',
        'Your organization shared a referral without a recorded consent',
        'It went to Harbor. Open the referral to see who sent it and why.',
        `Hearthline: Your organization shared a referral with Harbor without a recorded consent. ${url}`,
      ],
      message: [
        '2 new messages on a referral',
        'Harbor wrote 2 messages on a referral',
        'Open the referral to read and to answer.',
        `Hearthline: Harbor wrote 2 messages on a referral. ${url}#conversation-heading`,
      ],
    },
  ],
  [
    'es',
    [
      'Se trata de Noor A.: Refugio.',
      'Recibe este mensaje según sus preferencias de notificación. Puede cambiarlas en Mi cuenta.',
      'Abrir la remisión:',
    ],
    {
      incoming: [
        'Una remisión le espera en Hearthline',
        'Eastside envió una remisión a su organización',
        'Ábrala y diga si puede ayudar. Vence a los 10 días hábiles sin respuesta.',
        `Hearthline: nueva remisión de Eastside. ${url}`,
      ],
      opened: [
        'Su equipo ya puede ver una remisión en Hearthline',
        'Su organización ya puede ver una remisión de Eastside',
        'Alguien de su organización ya la abrió o la respondió. Ábrala y decida quién se encarga.',
        `Hearthline: su organización ya puede ver una remisión de Eastside. ${url}`,
      ],
      reminder: [
        'Una remisión sigue esperándole en Hearthline',
        'Una remisión de Eastside sigue esperando respuesta',
        'Vence en 3 días hábiles.',
        `Hearthline: una remisión de Eastside sigue esperando respuesta. ${url}`,
      ],
      dueSoon: [
        'A una remisión se le acaba pronto el plazo que prometieron',
        'A una remisión de Eastside se le acaba pronto el plazo que prometió su organización',
        'Ábrala y haga lo que sigue.',
        `Hearthline: a una remisión de Eastside se le acaba pronto el plazo que prometieron. ${url}`,
      ],
      overdue: [
        'Una remisión está atrasada',
        'Una remisión de Eastside pasó el plazo que prometió su organización',
        'Su organización le nombró para las remisiones atrasadas, o no nombró a nadie más. Ábrala y decida quién se encarga.',
        `Hearthline: una remisión de Eastside está atrasada. ${url}`,
      ],
      assigned: [
        'Se le asignó una remisión en Hearthline',
        'Ahora usted se encarga de una remisión de Eastside',
        'Abra la remisión para ver qué necesita la persona y qué sigue.',
        `Hearthline: se le asignó una remisión de Eastside. ${url}`,
      ],
      nudge: [
        'Eastside espera su respuesta',
        'Eastside pregunta si pueden ayudar con una remisión',
        'Ábrala y diga sí o no. Un no también ayuda: así pueden preguntar en otro lugar.',
        `Hearthline: Eastside espera la respuesta a una remisión. ${url}`,
      ],
      confirmation: [
        'Su remisión está en camino',
        'Se envió su remisión a Harbor',
        'Le avisaremos cuando haya novedades, según sus preferencias.',
        `Hearthline: se envió su remisión a Harbor. ${url}`,
      ],
      statusChange: [
        'Se aceptó su remisión',
        'Harbor aceptó su remisión',
        'Abra la remisión para ver qué se dijo y qué sigue.',
        `Hearthline: Harbor aceptó su remisión. ${url}`,
      ],
      override: [
        'Se compartió algo sin un consentimiento registrado',
        'Su organización compartió una remisión sin un consentimiento registrado',
        'Se envió a Harbor. Abra la remisión para ver quién la envió y por qué.',
        `Hearthline: Su organización compartió una remisión con Harbor sin un consentimiento registrado. ${url}`,
      ],
      message: [
        '2 mensajes nuevos en una remisión',
        'Harbor escribió 2 mensajes en una remisión',
        'Abra la remisión para leer y responder.',
        `Hearthline: Harbor escribió 2 mensajes en una remisión. ${url}#conversation-heading`,
      ],
    },
  ],
] as const)(
  'REF-06 every notice reads in full, as a mail and as a text (%s)',
  (language, [about, why, open], words) => {
    for (const kind of noticeKinds) {
      const given = kind === 'message' ? { messageCount: 2, writer: 'Harbor' } : { daysLeft: 3 }
      const [subject, title, next, sms] = words[kind]
      const link = kind === 'message' ? `${url}#conversation-heading` : url
      expect(write(kind, language, given)).toEqual([subject, title, about, next, why, open, link, 'Hearthline', sms])
    }
  },
)

it('D-MAIL-1 a notice names the person and the need only where both are allowed', () => {
  const about = 'It is about Noor A.: Shelter.'
  expect(write('incoming', 'en')).toContain(about)
  for (const [given, using] of [
    [{}, { ...product, mailDetail: 'none' }],
    [{ personName: '' }, product],
  ] as const)
    expect(write('incoming', 'en', given, using).join()).not.toMatch(/It is about|Noor|Shelter/)
})

it('REF-06 one message and one day are said in the singular', () => {
  expect(write('message', 'en', { messageCount: 1, writer: 'Eastside' }).slice(0, 2)).toEqual([
    'A new message on a referral',
    'Eastside wrote a message on a referral',
  ])
  expect(write('reminder', 'en', { daysLeft: 1 })).toContain('It expires in 1 working day.')
})

it.each([
  [
    'en',
    'A referral waits for your organization at Hearthline',
    [
      'A referral waits for Harbor',
      'Hello Lee,',
      'Eastside asks Harbor to help somebody.',
      'The need: Shelter.',
      'You can see the referral and answer it without an account. We send a code to this address first, so that nobody else reads it.',
      'The link is for you alone and is good for 30 days.',
      'See it and answer:',
      'https://portal.test/a/x',
      'Or register your organization for free:',
      'https://portal.test/claim/x',
      'Hearthline',
    ],
  ],
  [
    'es',
    'Una remisión espera a su organización en Hearthline',
    [
      'Una remisión espera a Harbor',
      'Hola, Lee:',
      'Eastside pide a Harbor que ayude a una persona.',
      'La necesidad: Refugio.',
      'Puede ver la remisión y responder sin cuenta. Primero enviamos un código a esta dirección, para que nadie más la lea.',
      'El enlace es solo para usted y vale por 30 días.',
      'Verla y responder:',
      'https://portal.test/a/x',
      'O registre su organización gratis:',
      'https://portal.test/claim/x',
      'Hearthline',
    ],
  ],
] as const)(
  'REF-04 D-MAIL-1 the link for an organization without an account reads in full (%s)',
  (language, subject, lines) => {
    const given = {
      ...{ ...facts, firstName: 'Lee' },
      ...{ url: 'https://portal.test/a/x', registrationUrl: 'https://portal.test/claim/x' },
    }
    const whole = writeInvitation(given, [language], product)
    expect([whole.subject, ...linesOf(whole.text)]).toEqual([subject, ...lines])
    const sparing = writeInvitation(given, [language], { ...product, mailDetail: 'none' })
    expect(linesOf(sparing.text)).toEqual(lines.filter((_, index) => index !== 3))
    expect(sparing.html).not.toMatch(/Shelter|Refugio/)
  },
)

it('REF-04 D-MAIL-1 a mail in two languages says each thing in both, the first one first, and neither names the need', () => {
  const given = {
    ...{ ...facts, firstName: 'Lee' },
    ...{ url: 'https://portal.test/a/x', registrationUrl: 'https://portal.test/claim/x' },
  }
  const sparing = { ...product, mailDetail: 'none' } as const
  const [english, spanish] = [writeInvitation(given, ['en'], sparing), writeInvitation(given, ['es'], sparing)]
  const both = writeInvitation(given, ['en', 'es'], sparing)
  expect(both).toMatchObject({ language: 'en', subject: `${english.subject} / ${spanish.subject}` })
  const [first = '', ...rest] = linesOf(english.text).slice(0, -1)
  const hint = 'Este mensaje está también en español, más abajo.'
  expect(linesOf(both.text)).toEqual([first, hint, ...rest, '* * *', ...linesOf(spanish.text)])
  expect(both.html).toContain('<p class="ink" lang="es"')
  expect(both.html).toMatch(/<html lang="en">.*<h1[^>]*>A referral waits.*<div lang="es"><h2[^>]*>Una remisión espera/s)
  expect(both.text).not.toMatch(/Noor|Shelter|Refugio/)
  expect(linesOf(writeInvitation(given, ['es', 'en'], sparing).text)[1]).toBe('This message is also in English, below.')
})
