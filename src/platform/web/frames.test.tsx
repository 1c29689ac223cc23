import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Caller, startTestApp } from '#test/app.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const product = await startTestApp()
const openScreen = screensOf(product)
const { account: agent } = await product.someone({ roles: ['support-agent'] })

const setOnline = (isOnline: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}
afterEach(() => vi.restoreAllMocks())

describe('without a connection', () => {
  const offline = /You are offline. What you typed stays here./

  it('says so at once on every screen, and no more when it is back', async () => {
    const page = await openScreen('/')
    setOnline(false)
    const words = await page.findByText(offline)
    expect(words.closest('[role=status]')).toBeTruthy()
    setOnline(true)
    await waitFor(() => expect(page.queryByText(offline)).toBeNull())
  })

  it('says it in Spanish', async () => {
    const page = await openScreen('/', { language: 'es' })
    setOnline(false)
    expect(await page.findByText('No tiene conexión. Lo que escribió sigue aquí.')).toBeTruthy()
  })

  it('HTTP-01 a button that sends does not turn for ever: the call fails, and says so', async () => {
    await product.signIn(agent.email, agent.password)
    const page = await openScreen('/myAccount/security', { as: agent })
    const button = await page.findByRole('button', { name: 'End all others' })
    setOnline(false)
    page.failNext('DELETE', '/api/mySession/', 'network')
    await page.user.click(button)
    await waitFor(() => expect(page.notices()).toEqual(['Uh oh, something went wrong!']))
    expect(button.getAttribute('aria-disabled')).toBeNull()
  })

  it('what could not be loaded can be loaded again, and is when the portal is back', async () => {
    const page = await openScreen('/myAccount/preferences', { as: agent })
    page.failNext('GET', '/api/mySession/', 'network')
    page.failNext('GET', '/api/mySession/', 'network')
    await page.user.click(page.getAllByRole('link', { name: 'Security' })[0] as Element)
    expect(await page.findByText('The portal cannot be reached. What you typed stays here.')).toBeTruthy()
    // It retries automatically once; after that, the reader must do it.
    await waitFor(() =>
      expect(page.calls('GET', '/api/mySession/').filter(({ status }) => status === 0)).toHaveLength(2),
    )
    const [retry] = await page.findAllByRole('button', { name: 'Try again' })
    await page.user.click(retry as Element)
    await waitFor(() => expect(page.queryByText(/The portal cannot be reached/)).toBeNull())
    await waitFor(() => expect(page.calls('GET', '/api/mySession/').at(-1)?.status).toBe(200))
  })
})

it('NAV-09 an unknown address keeps the main navigation for who is signed in', async () => {
  const page = await openScreen('/no/such/page', { as: agent })
  expect((await page.findByRole('heading', { level: 1 })).textContent).toBe('404 - Page Not Found')
  expect(within(page.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Home' })).toBeTruthy()
  expect(page.getAllByRole('main')).toHaveLength(1)
})

it('NAV-09 a visitor gets the unknown address without it', async () => {
  const page = await openScreen('/no/such/page')
  expect((await page.findByRole('heading', { level: 1 })).textContent).toBe('404 - Page Not Found')
  expect(page.queryByRole('navigation', { name: 'Main' })).toBeNull()
})

it('the main navigation marks the place of every screen below it', async () => {
  for (const path of ['/support/helpDesk', '/support/measures', '/support/cannedAnswers']) {
    const page = await openScreen(path, { as: agent })
    const main = await page.findByRole('navigation', { name: 'Main' })
    const marked = [...main.querySelectorAll('[aria-current=page]')].map((link) => link.getAttribute('href'))
    expect(marked, path).toEqual(['/support/helpDesk'])
  }
})

describe('D-HTTP-1 a session that was ended from elsewhere', () => {
  /** The message of another tab in this browser when the session has ended. */
  const signOutElsewhere = async (call: Caller) => {
    expect((await call('DELETE', '/api/mySession/')).body).toEqual({ ended: 1 })
    new BroadcastChannel('session').postMessage('signed-out')
  }

  it('keeps what was typed behind the question to sign in again', async () => {
    const { account, call } = await product.someone()
    const page = await openScreen('/myAccount/security', { as: account })
    const dialog = within(await page.findByRole('dialog', { name: /Change Password/ }))
    const field = dialog.getAllByLabelText(/password/i)[0] as HTMLInputElement
    await page.user.type(field, 'half a sentence')
    await signOutElsewhere(call)
    expect(await page.findByText('You were signed out')).toBeTruthy()
    expect(field.isConnected).toBe(true)
    expect(field.value).toBe('half a sentence')
  })

  it('leads to the front page where nothing was typed', async () => {
    const { account, call } = await product.someone()
    const page = await openScreen('/myAccount/preferences', { as: account })
    await signOutElsewhere(call)
    expect(await page.findByRole('button', { name: 'Login' })).toBeTruthy()
    expect(page.location()).toBe('/')
    expect(page.queryByText('You were signed out')).toBeNull()
  })
})

it('HTTP-01 the front page can be tried again after a call without an answer', async () => {
  const page = await openScreen('/', { expectedErrors: [/^A call failed: /] })
  page.failNext('POST', '/api/auth/login/fallback', 'network')
  await page.fill('Email', agent.email)
  await page.fill('Password', agent.password)
  await page.press('Login')
  await page.press('Try again')
  await waitFor(() => expect(page.queryByRole('button', { name: 'Try again' })).toBeNull())
  expect(page.calls('GET', '/api/health/live').at(-1)?.status).toBe(200)
})

it('A11Y 0191 Escape closes the appearance and returns to its button', async () => {
  const page = await openScreen('/')
  const opener = page.getByRole('button', { name: 'Appearance' })
  await page.user.click(opener)
  await page.user.click(page.getByLabelText('High contrast'))
  await page.user.keyboard('{Escape}')
  expect(opener.getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(opener)
})

it('NAV-06 NAV-08 a start whose first call fails is tried again, and says so when that does not help', async () => {
  const page = await openScreen('/', { expectedErrors: [/^A call failed: /] })
  page.failNext('GET', '/api/configuration', 502)
  await page.open('/')
  expect(page.getByRole('button', { name: 'Login' })).toBeTruthy()
  for (let time = 0; time < 4; time++) page.failNext('GET', '/api/configuration', 502)
  await expect(page.open('/')).rejects.toThrow()
  expect(page.outline()).toEqual([
    'The portal could not be opened. | No se pudo abrir el portal.',
    'Please check your connection and reload the page. If you need help now, call 211. | Revise su conexión y vuelva a cargar la página. Si necesita ayuda ahora, llame al 211.',
    'Reload | / | Recargar',
  ])
})
