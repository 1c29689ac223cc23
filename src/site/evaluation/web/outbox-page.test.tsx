import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)

/** Three messages that were delivered, the newest first on the page. */
async function insertMessages(database: typeof app.database) {
  const at = '2026-03-04T15:30:00Z'
  const all = [
    { channel: 'voice', recipient: '+17165550101', subject: null, text: 'Your code is 1 2 3.', html: '<p>1 2 3</p>' },
    { channel: 'sms', recipient: '+17165550102', subject: null, text: 'Your code is 123.', html: null },
    {
      channel: 'email',
      recipient: 'ida@outbox.test',
      subject: 'Your code',
      text: 'Open https://portal.test/code or http://old.test/code now.',
      html: '<p>Open it</p>',
    },
  ] as const
  for (const message of all)
    await database
      .insertInto('message')
      .values({ ...message, kind: 'test', messageKey: crypto.randomUUID(), createdOn: at, deliveredOn: at })
      .execute()
}

it('D-RUN-3 the outbox says when it is empty, and shows on request what came meanwhile', async () => {
  await app.database.deleteFrom('message').execute()
  const page = await openScreen('/dev/outbox')
  await waitFor(() => expect(page.title()).toContain('Outbox'))
  expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Outbox')
  expect(
    page.shows('This portal runs in evaluation. Every e-mail, text and voice message ends here instead of going out.'),
  ).toBe(true)
  expect(page.getByText('No message yet')).toBeTruthy()
  expect(page.shows('Register an organization or send a referral, and what people would receive shows up here.')).toBe(
    true,
  )
  await insertMessages(app.database)
  await page.press('Refresh')
  await waitFor(() => expect(page.queryByText('No message yet')).toBeNull())
  const rows = within(page.getByRole('main')).getAllByRole('listitem')
  expect(rows.map((row) => within(row).getByRole('heading', { level: 2 }).textContent?.trim())).toEqual([
    'Your code',
    'sms',
    'voice',
  ])
  expect(rows.map((row) => row.querySelector('h2 [aria-label]')?.getAttribute('aria-label'))).toEqual([
    'email',
    'sms',
    'voice',
  ])
  const [mail, text, call] = rows as [HTMLElement, HTMLElement, HTMLElement]
  const sent = new Date('2026-03-04T15:30:00Z')
  expect(mail.querySelector('p')?.textContent).toBe(`To ida@outbox.test · ${sent.toLocaleString('en')}`)
  expect(mail.querySelector('time')?.dateTime).toBe(sent.toISOString())
  const words = 'Open https://portal.test/code or http://old.test/code now.'
  expect(mail.querySelectorAll('p')[1]?.textContent).toBe(words)
  expect(
    within(mail)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['https://portal.test/code', 'https://portal.test/code'],
    ['http://old.test/code', 'http://old.test/code'],
  ])
  expect(within(mail).getByText('Show as sent')).toBeTruthy()
  const frame = mail.querySelector('iframe')
  expect(frame?.getAttribute('src')).toMatch(/^\/api\/dev\/outbox\/[\w-]{36}\/html$/)
  // Nothing in a message may act.
  expect([frame?.getAttribute('sandbox'), frame?.getAttribute('loading'), frame?.title]).toEqual([
    '',
    'lazy',
    'Your code',
  ])
  expect(text.querySelector('details, iframe, a')).toBeNull()
  expect(call.querySelector('iframe')?.title).toBe('Show as sent')
})
