import type { Page } from '@playwright/test'
import { createTransport } from 'nodemailer'
import { type Filed, fileTicket, openList, rowOf, ticketDialog, visit } from './help-desk-steps.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  inWords,
  looks,
  maria,
  setLook,
  signIn,
  support,
  test,
} from './portal.ts'

/** The signed-in agent writes a note. */
async function writeNote(page: Page, { id }: Filed, noteText: string, visibility = 'public') {
  const data = { noteText, visibility }
  const answer = await page.request.post(`/api/supportPortal/supportRequest/${id}/note`, { data })
  expect(answer.ok()).toBe(true)
}
async function writeAnswerDown(page: Page, titleEn: string, textEn: string) {
  const data = { titleEn, textEn, titleEs: '', textEs: '' }
  expect((await page.request.post('/api/supportPortal/cannedAnswer/', { data })).ok()).toBe(true)
}

/** The address to which a reply to the mail about a ticket goes. */
async function replyAddress(page: Page, to: string, { ticketNumber }: Filed) {
  let address = ''
  await expect
    .poll(async () => {
      const sent = await (await page.request.get(`/api/dev/outbox?to=${to}`)).json()
      const about = sent.find(({ subject }: { subject: string }) => subject.includes(ticketNumber))
      address = about?.headers['Reply-To'] ?? ''
      return address
    })
    .toMatch(/^reply\+/)
  return address
}

test('NOTE-01 HDV-01 an agent answers by keyboard with a canned answer and a mention, which its reader sees at once', async ({
  page,
  browser,
  portal,
}) => {
  await signIn(page, maria)
  const ticket = await fileTicket(page, 'The referral list stays empty')
  await openList(page)
  const agent = await visit(browser, portal.url, support)
  await writeAnswerDown(agent, 'Clear the cache', 'Hello {{firstName}}, please clear your cache.')
  await openList(agent, `?view=${ticket.id}`)
  const view = ticketDialog(agent, ticket.ticketNumber)
  await view.getByRole('button', { name: 'Add Note' }).click()
  const write = agent.getByRole('dialog', { name: 'Add Note' })
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
  await expect(rowOf(view, '@Maria Delgado does that help?')).toBeVisible()

  const notices = page.getByRole('region', { name: 'You were mentioned' })
  await expect(notices.getByText(`mentioned you in ${ticket.ticketNumber}`)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Help desk .*1 mention of you/i }).first()).toBeVisible()
  await notices.getByRole('link', { name: /View/ }).click()
  await expect(page.getByRole('strong').filter({ hasText: '@Maria Delgado' })).toBeVisible()
  await expect(notices).toHaveCount(0)
  await agent.context().close()
})

test('HDV-03 HDV-07 a reporter answers by mail, both see it at once, and an internal note never reaches her', async ({
  page,
  browser,
  portal,
  mailPort,
}) => {
  await signIn(page, maria)
  const ticket = await fileTicket(page, 'The directory stays empty')
  const agent = await visit(browser, portal.url, support)
  await writeNote(agent, ticket, 'Please clear your cache')
  await openList(page, `?view=${ticket.id}`)
  await openList(agent, `?view=${ticket.id}`)
  await expect(rowOf(ticketDialog(page), 'Please clear your cache')).toBeVisible()
  await writeNote(agent, ticket, 'Her account may be misused', 'internal')
  await expect(rowOf(ticketDialog(agent), 'Her account may be misused').getByText('Internal note')).toBeVisible()

  const to = await replyAddress(page, maria, ticket)
  await createTransport({ host: '127.0.0.1', port: mailPort, ignoreTLS: true }).sendMail({
    from: maria,
    to,
    subject: `Re: [${ticket.ticketNumber}]`,
    text: 'Yes, it works now!\n\nOn Saturday Hearthline wrote:\n> Open the ticket to read it.',
  })
  for (const reader of [page, agent]) {
    const row = rowOf(ticketDialog(reader), 'Yes, it works now!')
    await expect(row.getByText('By e-mail')).toBeVisible()
    await expect(row).not.toContainText('Open the ticket')
  }
  await expect(page.getByText('misused')).toHaveCount(0)
  await expect(page.getByText('Internal note')).toHaveCount(0)
  await agent.context().close()
})

for (const [n, look] of looks.entries())
  test(`NOTE-01 HDV-03 answering is accessible in ${inWords(look)}, at ${n === 1 ? 390 : 1280} px`, async ({
    page,
  }) => {
    await signIn(page, maria)
    const ticket = await fileTicket(page, 'The referral list stays empty')
    // Her home screen must not go on asking with another person's session.
    await page.goto('about:blank')
    await signIn(page, support)
    await writeAnswerDown(page, `Reload ${n}`, 'Hello {{firstName}}, please reload the page.')
    await writeNote(page, ticket, 'Hello Maria, please clear your cache.')
    await writeNote(page, ticket, 'Her account may be misused', 'internal')
    await setLook(page, look)
    await page.setViewportSize(n === 1 ? { width: 390, height: 844 } : { width: 1280, height: 900 })
    await page.goto('/support/cannedAnswers')
    await page.getByRole('heading', { name: `Reload ${n}` }).waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: /New answer|Nueva respuesta/ }).click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page)
    await page.goto(`/support/helpDesk?view=${ticket.id}`)
    await page.getByText('Her account may be misused').waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: /^(Add Note|Agregar nota)/ }).click()
    await page.getByText(/^(Internal|Interna)$/).click()
    await page.getByRole('textbox', { name: /^(Note|Nota)/ }).fill('@')
    await page.getByRole('option').first().waitFor()
    await expectAccessible(page)
  })
