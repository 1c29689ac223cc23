import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization } from '#test/factories.ts'
import { workAllJobs } from '#test/message-delivery.ts'
import { makePerson, makeStage, refer, wholeCall } from '#test/referral-stage.ts'

const app = await startTestApp()
const stage = await makeStage(app)
const contact = { firstName: 'Pat', lastName: 'Quinn', email: 'pat.quinn@example.test' }
const listed = await makeOrganization(app.database, { name: 'Lakeview Shelter', standing: 'listed' })
const invite = (given: Partial<typeof contact> = {}, call = stage.as.creator) =>
  refer(stage, { recipientOrganizationId: listed.id, directReferralContact: { ...contact, ...given } }, call)
const secret = { firstName: 'Zebediah', lastName: 'Quillfeather' }
const need = 'intimate-partner-violence'
/** Subjects of the mails to a recipient that its sender ended a referral. */
const endings = ['A referral was recalled', 'Se retiró una remisión', 'A referral was closed by its sender']

/** Every possible step of a referral, each by an allowed party, with everyone notified by mail and text. */
async function runThrough(product: typeof app) {
  const { accounts, as, sender, recipient, third } = await makeStage(product)
  const levels = await makeAccount(product.database, { organizationId: recipient.id, language: 'es' })
  const all = Object.fromEntries(
    [
      'IncomingReferral',
      'DirectReferral',
      'ConfirmationOfSentReferral',
      'StatusChangeOfReferral',
      'MessageOnReferral',
    ].flatMap((row) => ['email', 'text'].map((channel) => [`${channel}For${row}`, 'All'])),
  )
  for (const [i, { id: accountId, contactId }] of [...Object.values(accounts), levels].entries()) {
    await product.database
      .insertInto('userPreference')
      .values({ accountId, ...all } as never)
      .execute()
    const phone = { contactId: contactId as string, phoneNumber: `(716) 555-02${10 + i}`, isPrimary: true }
    await product.database.insertInto('contactPhone').values(phone).execute()
  }
  const person = await makePerson(as.creator, secret)
  const start = (given: Record<string, unknown> = {}) =>
    refer({ sender, recipient, third, accounts, as, contactId: person.id }, { need, note: 'Hidden words', ...given })
  const walk = async (...steps: [keyof typeof as, string][]) => {
    const { id } = (await start()).body
    for (const [who, action] of steps) {
      const { version } = (await as[who]('GET', `/api/referral/${id}`)).body
      const forward = action === 'forward' ? { recipientOrganizationId: third.id } : {}
      const { status } = await as[who]('POST', `/api/referral/${id}/transition`, {
        ...wholeCall(action, version),
        ...forward,
      })
      expect([action, status]).toEqual([action, 200])
    }
  }
  await walk(['recipient', 'accept'], ['recipient', 'start'], ['recipient', 'hold'], ['recipient', 'resume'])
  const talked = (await start()).body.id
  for (const who of ['creator', 'recipient'] as const)
    expect((await as[who]('POST', `/api/referral/${talked}/message`, { text: 'Hidden words' })).status).toBe(201)
  await walk(['recipient', 'accept'], ['recipient', 'closeResolved'])
  await walk(['recipient', 'accept'], ['recipient', 'closeUnresolved'], ['senderAdmin', 'reopen'])
  await walk(['recipient', 'decline'])
  await walk(['recipient', 'forward'])
  await walk(['senderAdmin', 'recall'])
  await walk(['recipient', 'accept'], ['senderAdmin', 'closeUnresolved'])
  const unclaimed = await makeOrganization(product.database, { standing: 'listed' })
  await start({ recipientOrganizationId: unclaimed.id, directReferralContact: contact })
  await workAllJobs(product)
  const outbox = await product.outbox()
  return { outbox, names: [sender.name, recipient.name, third.name, unclaimed.name] }
}

it('F-03 D-MAIL-1 mails and texts about a referral name neither the person nor the need', async () => {
  const { outbox, names } = await runThrough(app)
  expect(outbox.filter(({ channel }) => channel === 'sms').length).toBeGreaterThan(8)
  expect(outbox.filter(({ channel }) => channel === 'email').length).toBeGreaterThan(12)
  for (const { subject, text, html } of outbox) {
    const words = `${subject}\n${text}\n${html}`
    expect(words).not.toMatch(/Zebediah|Quill|Z\. ?Q|safety|seguridad|violen|intimate|Hidden|Because it is so/i)
    for (const name of names) expect(subject ?? '').not.toContain(name)
  }
})

it('F-03 D-MAIL-1 0436 an operator with encrypted mail can have name, initial and need in mail, never in a text', async () => {
  const open = await startTestApp({ MAIL_DETAIL: 'full', SMTP_URL: 'smtps://mail.test' })
  const { outbox, names } = await runThrough(open)
  const mails = outbox.filter(({ channel, to }) => channel === 'email' && to !== contact.email)
  // What ends a referral for its recipient names nobody.
  const isEnding = ({ subject }: { subject: string | null }) => endings.includes(subject ?? '')
  const [ended, others] = [mails.filter(isEnding), mails.filter((mail) => !isEnding(mail))]
  expect(new Set(ended.map(({ subject }) => subject))).toEqual(new Set(endings))
  expect(others.length).toBeGreaterThan(12)
  for (const { text, html } of ended) expect(`${text}${html}`).not.toMatch(/Zebediah|Safety from|Seguridad/)
  for (const { text } of others) expect(text).toMatch(/Zebediah Q\.: (Safety from|Seguridad)/)
  expect(outbox.find(({ to }) => to === contact.email)?.text).toMatch(/The need: Safety from/)
  for (const { subject, text, html, channel } of outbox) {
    if (channel !== 'email') expect(text).not.toMatch(/Zebediah|violen/i)
    expect(`${subject}${text}${html}`).not.toMatch(/Quillfeather|Hidden/)
    for (const name of names) expect(subject ?? '').not.toContain(name)
  }
})

it('F-03 D-MAIL-1 only two texts of all mails have a place for a person or a need', () => {
  const placed = globSync('src/**/texts/*mail.en.json').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /{{(person|need|contact(?!Email)|note|birth|message)/i.test(line))
      .map((line) => line.trim()),
  )
  expect(placed).toEqual(['"about": "It is about {{personName}}: {{need}}.",', '"need": "The need: {{need}}.",'])
})

it('F-06 D-MAIL-1 sends at most five claim links a day to one address, and fifty from one organization', async () => {
  const email = 'victim@elsewhere.example'
  const statuses: number[] = []
  for (let i = 0; i < 100; i++) statuses.push((await invite({ email })).status)
  expect(statuses).toEqual([...Array(5).fill(201), ...Array(95).fill(429)])
  const late = await invite({ email: ' Victim@Elsewhere.example' })
  expect(late.body).toMatchObject({ code: 'too-many-messages', retryAfter: expect.any(Number) })
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(23 * 60 * 60)
  for (let i = 0; i < 44; i++) expect((await invite({ email: `reader-${i}@example.test` })).status).toBe(201)
  const [last, over] = [await invite({ email: 'a@example.test' }), await invite({ email: 'b@example.test' })]
  expect([last.status, over.status]).toEqual([201, 429])
  await app.workJobs()
  expect(await app.outbox(email)).toHaveLength(5)
  expect(await app.outbox('b@example.test')).toEqual([])
  const made = app.database.selectFrom('referral').select('id').where('senderOrganizationId', '=', stage.sender.id)
  expect(await made.execute()).toHaveLength(50)
})

it('F-06 D-MAIL-1 of 50 claim links at once to one address exactly five go out', async () => {
  const other = await makeStage(app)
  const given = {
    recipientOrganizationId: listed.id,
    directReferralContact: { ...contact, email: 'race@example.test' },
  }
  const statuses = (await Promise.all(Array.from({ length: 50 }, () => refer(other, given)))).map(
    ({ status }) => status,
  )
  expect(statuses.filter((status) => status === 201)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(45)
  await app.workJobs()
  expect(await app.outbox('race@example.test')).toHaveLength(5)
})

it('F-06 D-MAIL-1 a stranger is greeted by a name and nothing else', async () => {
  const other = await makeStage(app)
  const send = (firstName: string) =>
    refer(other, {
      recipientOrganizationId: listed.id,
      directReferralContact: { ...contact, firstName, email: 'n@example.test' },
    })
  for (const firstName of [
    'URGENT: your mailbox is locked, sign in at https://evil.example/login now -',
    'evil.example',
    'Ann <b>',
    'x'.repeat(61),
    'Call 716 555 0100',
  ]) {
    const { status, body } = await send(firstName)
    expect([firstName, status, body.errors?.[0]?.path]).toEqual([firstName, 400, 'directReferralContact.firstName'])
  }
  for (const firstName of ["D'Arcy", 'J.R.', 'Zoë-María', 'José', '李', 'St. John']) {
    const { status } = await send(firstName)
    expect([firstName, status]).toEqual([firstName, firstName === 'St. John' ? 429 : 201])
  }
  // A name that was saved before names were validated.
  await app.database.updateTable('messageCount').set({ endsOn: new Date().toISOString() }).execute()
  const draft = await refer(other, { recipientOrganizationId: listed.id, directReferralContact: contact, send: false })
  const changed = { contactFirstName: 'Sign in at evil.example', contactEmail: 'old@example.test' }
  await app.database.updateTable('referral').set(changed).where('id', '=', draft.body.id).execute()
  const { version, id } = draft.body
  expect((await other.as.creator('POST', `/api/referral/${id}/transition`, { action: 'send', version })).status).toBe(
    200,
  )
  await app.workJobs()
  const [mail] = await app.outbox('old@example.test')
  expect(mail?.text).toMatch(/^Hello,$/m)
  expect(`${mail?.text}${mail?.html}`).not.toContain('evil')
})
