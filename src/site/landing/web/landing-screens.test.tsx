import { expect, it, vi } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount } from '#test/factories.ts'
import { screensOf, waitFor } from '#test/screen.tsx'

const origin = 'http://localhost:3999'
const app = await startTestApp({ PUBLIC_URL: origin })
const { happyDOM } = globalThis as unknown as { happyDOM: { setURL: (url: string) => void } }
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const LOGIN = '/api/auth/login/fallback'

it('LAND-01 LAND-02 the front page stands in full', async () => {
  const page = await openScreen('/')
  await waitFor(() => expect(page.title()).toBe('Community referrals that close · Hearthline'))
  expect(page.outline()).toEqual([
    'No one falls between two doors.',
    'Hearthline connects community organizations so that a person who asks for help is sent to someone who can give it, and everyone knows how it ended.',
    'Find help | → /find?lang=en',
    'REGISTER FOR FREE | → /registration/organization',
    'BOOK A DEMO | → /demo.webm',
    'Register yourself or an organization | → /registration/choice',
    'Need help yourself? Call | 211 | → tel:211 | , any time, any language.',
    'Sign in',
    'Email',
    '<email "">',
    'Password',
    '<password "">',
    'Show password',
    'Login',
    'Forgot your password? | → /auth/forgot',
    'How a referral closes',
    'Eastside Food Bank refers Ana | Rent is due Friday. Consent given for housing help.',
    'Harbor Housing opens it, 14 minutes later | Eastside sees that it arrived.',
    '“We have a slot Thursday at 10.” | A message between two people, on the referral.',
    'Closed: got help | The loop is closed. Both sides know.',
    'What it does',
    'Shared digital intake | A person is recorded once. With consent, what they told you goes along with the referral.',
    'Shared referral | Both sides see one referral, from the first word to the outcome.',
    'Integrated resource directory | Find a service by words, place, opening hours and language.',
    'Cross-organization communication | Talk on the referral itself, not in lost voicemails.',
    'Real-time status updates | Seen, accepted, closed: you know the moment it happens.',
    'Better data and insights | Each referral ends with an outcome or a reason that both sides see.',
    'See it in one minute',
    'A new organization registers, finds a housing service, refers a person, and follows the referral until it closes.',
  ])
  const video = document.querySelector('video')
  expect([...(video?.attributes ?? [])].map(({ name, value }) => `${name}=${value}`)).toEqual([
    'controls=',
    'preload=none',
    'poster=/demo-poster.webp',
    'width=1280',
    'height=720',
    'src=/demo.webm',
    'aria-labelledby=video',
  ])
  expect([...(document.querySelector('track')?.attributes ?? [])].map(({ name, value }) => `${name}=${value}`)).toEqual(
    ['kind=captions', 'src=/demo.en.vtt', 'srclang=en', 'label=English captions', 'default='],
  )
  expect(
    [...page.getByRole('main').querySelectorAll('a')].map((link) =>
      [link.textContent, link.target, link.getAttribute('aria-description')].join(' | '),
    ),
  ).toEqual([
    'Find help |  | ',
    'REGISTER FOR FREE | _blank | opens in a new tab',
    'BOOK A DEMO | _blank | opens in a new tab',
    'Register yourself or an organization |  | ',
    '211 |  | ',
    'Forgot your password? |  | ',
  ])
})

it('LAND-01 the front page stands in Spanish', async () => {
  const page = await openScreen('/', { language: 'es' })
  expect(page.outline()).toEqual([
    'Que nadie se pierda entre dos puertas.',
    'Hearthline conecta a las organizaciones comunitarias para que quien pide ayuda llegue a quien puede darla, y para que todos sepan cómo terminó.',
    'Encuentre ayuda | → /find?lang=es',
    'REGÍSTRESE GRATIS | → /registration/organization',
    'PIDA UNA DEMOSTRACIÓN | → /demo.webm',
    'Regístrese o registre una organización | → /registration/choice',
    '¿Necesita ayuda usted? Llame al | 211 | → tel:211 | , a cualquier hora, en cualquier idioma.',
    'Iniciar sesión',
    'Correo electrónico',
    '<email "">',
    'Contraseña',
    '<password "">',
    'Mostrar la contraseña',
    'Iniciar sesión',
    '¿Olvidó su contraseña? | → /auth/forgot',
    'Cómo se completa una remisión',
    'Eastside Food Bank remite a Ana | El alquiler vence el viernes. Dio su consentimiento para ayuda de vivienda.',
    'Harbor Housing la abre, 14 minutos después | Eastside ve que llegó.',
    '«Tenemos un turno el jueves a las 10.» | Un mensaje entre dos personas, en la remisión.',
    'Cerrada: recibió ayuda | El círculo se cierra. Ambas partes lo saben.',
    'Qué hace',
    'Admisión digital compartida | Cada persona se registra una vez. Con su consentimiento, lo que contó acompaña a la remisión.',
    'Remisión compartida | Ambas partes ven una sola remisión, de la primera palabra al resultado.',
    'Directorio de recursos integrado | Encuentre un servicio por palabras, lugar, horario e idioma.',
    'Comunicación entre organizaciones | Conversen en la remisión misma, no en mensajes de voz perdidos.',
    'Avisos de estado en tiempo real | Vista, aceptada, cerrada: lo sabe en el momento en que ocurre.',
    'Mejores datos y análisis | Cada remisión termina con un resultado o un motivo que ven ambas partes.',
    'Véalo en un minuto',
    'Una organización nueva se registra, encuentra un servicio de vivienda, remite a una persona y sigue la remisión hasta que se cierra.',
  ])
  expect(document.querySelector('track')?.getAttribute('src')).toEqual('/demo.es.vtt')
})

it('LAND-06 the form names each field that is missing, and takes the focus to the first', async () => {
  const page = await openScreen('/')
  await page.press('Login')
  expect(page.outline(page.getByRole('form'))).toEqual([
    'Sign in',
    'Email',
    '<email "">',
    'Write an e-mail address like name@example.org',
    'Password',
    '<password "">',
    'Show password',
    'Write your password',
    'Login',
    'Forgot your password? | → /auth/forgot',
  ])
  expect(document.activeElement).toBe(page.getByLabelText('Email'))
  const state = (label: string) => {
    const field = page.getByLabelText(label)
    return [field.getAttribute('aria-invalid'), field.getAttribute('aria-describedby')]
  }
  expect([state('Email'), state('Password')]).toEqual([
    ['true', 'email-error'],
    ['true', 'password-error'],
  ])
  for (const wrong of ['dana', 'dana@example', '   ']) {
    await page.fill('Email', wrong)
    await page.press('Login')
    expect([wrong, state('Email')[0]]).toEqual([wrong, 'true'])
  }
  await page.fill('Email', 'dana@example.test')
  await page.press('Login')
  expect([state('Email'), state('Password')]).toEqual([
    ['false', null],
    ['true', 'password-error'],
  ])
  expect(document.activeElement).toBe(page.getByLabelText('Password'))
  await page.press('Show password')
  await page.press('Show password')
  expect(page.getByLabelText('Password')).toHaveProperty('type', 'password')
  expect(page.getByRole('button', { name: 'Show password' }).getAttribute('aria-pressed')).toBe('false')
})

it('LAND-09 why it failed stays at the form, with what to do about it', async () => {
  const page = await openScreen('/', refused)
  const said: Record<string, string[]> = {}
  const frozen = { status: 403, code: 'account-frozen' }
  for (const failure of [401, 403, 'frozen', 406, 500, 'network'] as const) {
    page.failNext('POST', LOGIN, failure === 'frozen' ? frozen : failure)
    const before = page.calls('POST', LOGIN).length
    await page.fill('Email', 'dana@example.test')
    await page.fill('Password', 'some password')
    await page.press('Login')
    await waitFor(() => expect(page.calls('POST', LOGIN)).toHaveLength(before + 1))
    await waitFor(() => expect(page.getByLabelText('Password')).toHaveProperty('value', ''))
    said[failure] = page.outline(document.getElementById('sign-in-problem') as HTMLElement)
  }
  expect(Object.entries(said).map(([failure, lines]) => [failure, ...lines].join(' / '))).toEqual([
    '401 / Login Failed / Check the e-mail address and the password.',
    '403 / This account has not been verified by an Hearthline admin',
    '406 / This account is not active. Please check your email',
    '500 / Login Failed',
    'frozen / This account is held back. Follow the link in our e-mail to choose a new password.',
    'network / Login Failed / The portal could not be reached. Check your connection.',
  ])
  expect(page.getByLabelText('Password').getAttribute('aria-describedby')).toBe('sign-in-problem')
})

it('LAND-09 LAND-10 too many tries are told at the form, with the captcha and why', async () => {
  const { email } = await makeAccount(app.database)
  const page = await openScreen('/', refused)
  page.failNext('POST', LOGIN, 429)
  await page.fill('Email', email)
  await page.fill('Password', 'wrong')
  await page.press('Login')
  await page.findByText('There were too many failed tries.')
  await page.findByText("I'm not a robot")
  expect(page.outline(page.getByRole('form')).slice(0, 3)).toEqual([
    'Sign in',
    'Login Failed',
    'There were too many failed tries.',
  ])
  expect(page.getByText(/^Signing in failed several times/)).toBeTruthy()
})

it('LAND-09 the seconds to wait are counted down, until one may try again', async () => {
  const { email } = await makeAccount(app.database)
  const page = await openScreen('/', refused)
  for (let tries = 1; tries <= 6; tries++) {
    if (tries === 6) await page.solveCaptcha()
    await page.fill('Email', email)
    await page.fill('Password', 'wrong')
    await page.press('Login')
    await waitFor(() => expect(page.calls('POST', LOGIN)).toHaveLength(tries))
    await waitFor(() => expect(page.getByLabelText('Password')).toHaveProperty('value', ''))
  }
  await page.findByText(/^You can try again in \d+ seconds?\.$/)
  const left = Number(/try again in (\d+) second/.exec(page.words())?.[1])
  expect(left).toBeLessThan(3600)
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + left * 1000)
  await page.findByText('You can try again now.')
  clock.mockRestore()
})

it('D-PASSKEY-3 a passkey is offered below the form where it works', async () => {
  const usual = location.href
  happyDOM.setURL(`${origin}/`)
  vi.stubGlobal('PublicKeyCredential', class {})
  const page = await openScreen('/')
  const buttons = page.outline(page.getByRole('form')).slice(-3)
  vi.unstubAllGlobals()
  happyDOM.setURL(usual)
  expect(buttons).toEqual(['Login', 'Sign in with a passkey', 'Forgot your password? | → /auth/forgot'])
})

it('LAND-08 a session that ended is told once at the form, and the address goes along to the next form', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/preferences', { as: account, ...refused })
  await app.database.deleteFrom('session').where('accountId', '=', account.id).execute()
  await page.press('Save')
  await waitFor(() => expect(page.location()).toBe('/'))
  await page.findByText(/^You were signed out/)
  expect(page.outline(page.getByRole('form'))).toEqual([
    'Sign in',
    'You were signed out. Sign in to go on where you were.',
    'Email',
    '<email "">',
    'Password',
    '<password "">',
    'Show password',
    'Login',
    'Forgot your password? | → /auth/forgot',
  ])
  await page.open('/')
  expect(page.queryByText(/^You were signed out/)).toBeNull()
  await page.fill('Email', 'dana@example.test')
  await page.user.click(page.getByRole('link', { name: 'Forgot your password?' }))
  await waitFor(() => expect(page.location()).toBe('/auth/forgot'))
  expect(await page.findByLabelText(/^Email/)).toHaveProperty('value', 'dana@example.test')
})
