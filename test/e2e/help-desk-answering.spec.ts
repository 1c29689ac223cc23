import { createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { createTransport } from 'nodemailer'
import {
  test as base,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  inWords,
  looks,
  maria,
  setLook,
  signIn,
  startPortal,
  support,
} from './portal.ts'

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const { port } = server.address() as { port: number }
  await new Promise((closed) => server.close(closed))
  return port
}

/** A separate portal that accepts replies by e-mail. */
const test = base.extend<object, { mailPort: number }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern
  mailPort: [async ({}, use) => use(await freePort()), { scope: 'worker' }],
  portal: [
    async ({ mailPort }, use) => {
      const portal = await startPortal({ INBOUND_SMTP_PORT: String(mailPort), MAIL_REPLY_DOMAIN: 'reply.example.test' })
      await use(portal)
      await portal.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** Opens a ticket as the page's reader does. */
const fileTicket = (page: Page, description: string) =>
  page.evaluate(async (words): Promise<{ id: string; ticketNumber: string }> => {
    const body = {
      supportRequestType: 'Bug',
      priority: 'Low',
      clearedCache: 'Yes',
      description: words,
      receiveEmailUpdates: true,
    }
    const headers = { 'content-type': 'application/json' }
    const path = '/api/supportPortal/supportRequest/'
    return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
  }, description)

test('NOTE-01 HDV-01 HDV-03 HDV-07 an agent answers and adds an internal note, and the reporter replies by mail', async ({
  page,
  browser,
  portal,
  mailPort,
}) => {
  test.setTimeout(180_000)
  await signIn(page, maria)
  const ticket = await fileTicket(page, 'The referral list stays empty')
  await page.goto('/support/helpDesk')
  const context = await browser.newContext({ baseURL: portal.url, viewport: { width: 1280, height: 800 } })
  const agent = await context.newPage()
  await signIn(agent, support)

  await test.step('the agent writes a canned answer down', async () => {
    await agent.goto('/support/helpDesk')
    await agent.getByRole('link', { name: 'Canned Answers' }).click()
    await agent.getByRole('button', { name: 'New answer' }).click()
    const dialog = agent.getByRole('dialog', { name: 'New answer' })
    await dialog.getByLabel('Title in English').fill('Clear the cache')
    await dialog.getByLabel('Text in English').fill('Hello {{name}}, please clear your cache.')
    await dialog.getByLabel('Title in Spanish').fill('Borrar la caché')
    await dialog.getByLabel('Text in Spanish').fill('Hola, {{firstName}}: borre la caché.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('There is no such placeholder.')).toBeVisible()
    await dialog.getByLabel('Text in English').fill('Hello {{firstName}}, please clear your cache.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(agent.getByRole('heading', { name: 'Clear the cache' })).toBeVisible()
    await agent.getByRole('searchbox').fill('nothing like it')
    await expect(agent.getByText('No answer has these words')).toBeVisible()
    await agent.getByRole('searchbox').fill('cache')
    await expect(agent.getByRole('heading', { name: 'Clear the cache' })).toBeVisible()
  })

  const view = agent.getByRole('dialog', { name: ticket.ticketNumber })
  const write = agent.getByRole('dialog', { name: 'Add Note' })
  await test.step('by keyboard alone, it goes into a note that names the reporter', async () => {
    await agent.goto(`/support/helpDesk?view=${ticket.id}`)
    await expect(view.getByText('Watching: Maria Delgado')).toBeVisible()
    await view.getByRole('button', { name: 'Add Note' }).click()
    await write.getByLabel('Note').focus()
    await agent.keyboard.type('/clear')
    await expect(agent.getByRole('option', { name: /Clear the cache/ })).toBeVisible()
    await agent.keyboard.press('ArrowDown')
    await agent.keyboard.press('Enter')
    await expect(write.getByLabel('Note')).toHaveValue('Hello Maria, please clear your cache.')
    await agent.keyboard.type('\n@mari')
    await expect(agent.getByRole('option', { name: 'Maria Delgado' })).toBeVisible()
    await agent.keyboard.press('Escape')
    await expect(agent.getByRole('option')).toHaveCount(0)
    await agent.keyboard.type('a')
    await expect(agent.getByRole('option', { name: 'Maria Delgado' })).toBeVisible()
    await agent.keyboard.press('ArrowDown')
    await agent.keyboard.press('Enter')
    await agent.keyboard.type('does that help?')
    await write.getByRole('button', { name: 'Save' }).click()
    await expect(view.getByRole('row').filter({ hasText: '@Maria Delgado does that help?' })).toBeVisible()
  })

  await test.step('the reporter hears that she is named, wherever she is, and sees it', async () => {
    const notices = page.getByRole('region', { name: 'You were mentioned' })
    await expect(notices.getByText(`mentioned you in ${ticket.ticketNumber}`)).toBeVisible()
    await expect(page.getByRole('link', { name: /Help desk 1 new answer, 1 mention of you/i }).first()).toBeVisible()
    await notices.getByRole('link', { name: /View/ }).click()
    await expect(page.getByRole('strong').filter({ hasText: '@Maria Delgado' })).toBeVisible()
    await expect(notices).toHaveCount(0)
  })

  await test.step('an internal note is told apart, and never reaches her', async () => {
    await view.getByRole('button', { name: 'Add Note' }).click()
    await write.getByText('Internal', { exact: true }).click()
    await expect(write.getByText('The reporter will not see it.')).toBeVisible()
    await write.getByLabel('Note').fill('@mari')
    await expect(agent.getByRole('option')).toHaveCount(0)
    await write.getByLabel('Note').fill('Her account may be misused')
    await write.getByRole('button', { name: 'Save' }).click()
    const row = view.getByRole('row').filter({ hasText: 'Her account may be misused' })
    await expect(row.getByText('Internal note')).toBeVisible()
    await view.getByLabel('Receive Email Updates').check()
    await expect(view.getByText(/^Watching: .+, .+/)).toBeVisible()
    await expect(view.getByLabel('Receive Email Updates')).toBeChecked()
  })

  await test.step('she answers by mail, and both see it at once', async () => {
    type Sent = { subject: string; headers: Record<string, string> }
    const mail = await expect
      .poll(async () => {
        const sent: Sent[] = await (await page.request.get(`/api/dev/outbox?to=${maria}`)).json()
        return sent.find(({ subject }) => subject.includes(ticket.ticketNumber))?.headers['Reply-To']
      })
      .toMatch(/^reply\+/)
      .then(async () => (await (await page.request.get(`/api/dev/outbox?to=${maria}`)).json()) as Sent[])
    const to = mail.find(({ subject }) => subject.includes(ticket.ticketNumber))?.headers['Reply-To'] ?? ''
    await createTransport({ host: '127.0.0.1', port: mailPort, ignoreTLS: true }).sendMail({
      from: maria,
      to,
      subject: `Re: [${ticket.ticketNumber}]`,
      text: 'Yes, it works now!\n\nOn Saturday Hearthline wrote:\n> Open the ticket to read it.',
    })
    for (const reader of [page, agent]) {
      const row = reader.getByRole('row').filter({ hasText: 'Yes, it works now!' })
      await expect(row.getByText('By e-mail')).toBeVisible()
      await expect(row).not.toContainText('Open the ticket')
    }
    await expect(page.getByText('misused')).toHaveCount(0)
    await expect(page.getByText('Internal note')).toHaveCount(0)
  })

  for (const [n, look] of looks.entries())
    await test.step(`reads well in ${inWords(look)}`, async () => {
      const looking = await context.newPage()
      await setLook(looking, look)
      await looking.setViewportSize(n === 1 ? { width: 390, height: 844 } : { width: 1280, height: 900 })
      await looking.goto('/support/cannedAnswers')
      await expect(looking.getByRole('listitem').filter({ hasText: 'Maria' })).toHaveCount(0)
      await expectAccessible(looking)
      await expectNoSidewaysScroll(looking)
      await looking.getByRole('button', { name: /New answer|Nueva respuesta/ }).click()
      await looking.getByRole('dialog').waitFor()
      await expectAccessible(looking)
      await looking.goto(`/support/helpDesk?view=${ticket.id}`)
      await looking.getByText('Her account may be misused').waitFor()
      await expectAccessible(looking)
      await expectNoSidewaysScroll(looking)
      await looking.getByRole('button', { name: /^(Add Note|Agregar nota)/ }).click()
      await looking.getByText(/^(Internal|Interna)$/).click()
      // The draft from before is restored.
      const text = looking.getByRole('textbox', { name: /^(Note|Nota)/ })
      await text.fill('')
      await text.fill('@')
      await looking.getByRole('option').first().waitFor()
      await expectAccessible(looking)
      await looking.close()
    })
  await context.close()
})
