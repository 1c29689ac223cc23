import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { afterAll, expect, it } from 'vitest'
import { startInboundMail } from '#help-desk/inbound-mail/server/inbound-mail.ts'
import { isAcknowledgement } from '#test/acknowledgement.ts'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeOrganization, newTicket } from '#test/factories.ts'
import { writeReplyAddress } from '../answering/reply-address.ts'

const DOMAIN = 'reply.example.test'
const product = await startTestApp({
  PUBLIC_URL: 'https://portal.example.test',
  MAIL_REPLY_DOMAIN: DOMAIN,
  INBOUND_SMTP_PORT: '0',
})
const { database, config, someone } = product
const inbound = await startInboundMail(product)
afterAll(() => inbound?.stop())

const path = '/api/supportPortal/supportRequest/'
type Person = Awaited<ReturnType<typeof someone>>
const east = await makeOrganization(database, { name: 'Eastside' })
const west = await makeOrganization(database, { name: 'Westside' })
const ana = await someone({ organizationId: east.id, firstName: 'Ana', lastName: 'Ruiz' })
const bea = await someone({ organizationId: east.id, firstName: 'Bea', lastName: 'Soto' })
const cho = await someone({ organizationId: west.id, firstName: 'Cho', lastName: 'Lin', language: 'es' })
const sue = await someone({ roles: ['support-agent'], firstName: 'Sue', lastName: 'Porter' })
const tom = await someone({ roles: ['support-agent'], firstName: 'Tom', lastName: 'Vega' })

interface Ticket {
  id: string
  ticketNumber: string
  version: number
  status: string
}
const open = async (call: Caller): Promise<Ticket> =>
  (await call('POST', path, { ...newTicket, receiveEmailUpdates: true })).body
const read = async ({ id }: Ticket, call: Caller = sue.call) => (await call('GET', `${path}${id}`)).body
const merge = async (target: Ticket, duplicates: Ticket[]) => {
  const asked = ({ id, version }: Ticket) => ({ id, version })
  const { body } = await sue.call('POST', `${path}merge`, { target: asked(target), duplicates: duplicates.map(asked) })
  return body.merges.map(({ id }: { id: string }) => id) as string[]
}
const undo = (mergeIds: string[]) => sue.call('POST', `${path}merge/undo`, { mergeIds })
const setStatus = async (ticket: Ticket, status: string, by: Person) => {
  const now = await read(ticket, by.call)
  const { receiveEmailUpdates, version, id } = now
  expect((await by.call('PUT', path, { id, version, status, receiveEmailUpdates })).status).toBe(200)
}
/** Simulates that the time to undo unnoticed has passed. */
const workJobs = async () => {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(database)
  await product.workJobs()
}
/** New mails to these people since the last check. */
const seen = new Map<string, number>()
async function news(...people: Person[]) {
  await product.workJobs()
  const all: (Awaited<ReturnType<typeof product.outbox>>[number] & { email: string })[] = []
  for (const { account } of people) {
    const mails = (await product.outbox(account.email)).filter((mail) => !isAcknowledgement(mail))
    all.push(
      ...mails
        .slice(0, mails.length - (seen.get(account.email) ?? 0))
        .map((mail) => ({ ...mail, email: account.email })),
    )
    seen.set(account.email, mails.length)
  }
  return all
}
const mailTo = (mails: Awaited<ReturnType<typeof news>>, { account }: Person) =>
  mails.filter(({ email }) => email === account.email)
const unsubscribe = (headers: Record<string, string>) =>
  new URL((headers['List-Unsubscribe'] ?? '').slice(1, -1)).pathname

it('HDV-07 an undone merge notifies nobody; others notify subscribers of the duplicate', async () => {
  const everybody = [ana, bea, cho, sue, tom]
  const [target, near, far] = [await open(ana.call), await open(bea.call), await open(cho.call)]
  await undo(await merge(target, [near, far]))
  await workJobs()
  expect(await news(...everybody)).toEqual([])

  await merge(await read(target), [await read(near), await read(far)])
  expect(await news(...everybody)).toEqual([])
  await workJobs()
  const told = await news(...everybody)
  expect(told.map(({ email }) => email).toSorted()).toEqual([bea.account.email, cho.account.email].toSorted())
  expect(mailTo(told, bea)[0]?.html).toContain(`${near.ticketNumber} was merged into ${target.ticketNumber}`)
  expect(mailTo(told, cho)[0]?.html).toContain(`Soporte atiende ${far.ticketNumber} junto con otra solicitud`)
  expect(JSON.stringify(mailTo(told, cho))).not.toContain(target.ticketNumber)
  await workJobs()
  expect(await news(...everybody)).toEqual([])

  // All of them are notified of the status, each for a ticket that they see; only some learn who changed it.
  await setStatus(target, 'Fix Pending', ana)
  const status = await news(...everybody)
  expect(mailTo(status, bea)[0]).toMatchObject({
    subject: `Ana Ruiz changed the status of ${target.ticketNumber}: The list stays empty`,
  })
  expect(mailTo(status, bea)[0]?.text).toContain(`you asked for e-mail updates for ${near.ticketNumber}`)
  expect(mailTo(status, cho)[0]?.html).toContain(`El estado de ${far.ticketNumber} es ahora «Arreglo pendiente»`)
  for (const word of [target.ticketNumber, target.id, 'Ana', ana.account.email])
    expect(JSON.stringify(mailTo(status, cho))).not.toContain(word)
  expect(status).toHaveLength(2)

  // Only people who can read the note are notified.
  await sue.call('POST', `${path}${target.id}/note`, { noteText: 'A new version comes tonight' })
  expect((await news(...everybody)).map(({ email }) => email).toSorted()).toEqual(
    [ana.account.email, bea.account.email].toSorted(),
  )
  const watchers = (await sue.call('GET', `${path}${target.id}/watcher`)).body.items
  expect(watchers.map(({ email, through }: { email: string; through: string | null }) => [email, through])).toEqual([
    [ana.account.email, null],
    [bea.account.email, near.ticketNumber],
  ])

  // A mail's one-click unsubscribe ends the subscription that caused it.
  const { headers } = mailTo(status, bea)[0] ?? { headers: {} }
  await product.anonymous('POST', unsubscribe(headers))
  await sue.call('POST', `${path}${target.id}/note`, { noteText: 'It is there' })
  expect((await news(...everybody)).map(({ email }) => email)).toEqual([ana.account.email])
})

it('HDV-07 undoing a reported merge is reported too, and then nothing of the other ticket', async () => {
  const [target, far] = [await open(ana.call), await open(cho.call)]
  await setStatus(far, 'Viewed', sue)
  await news(cho)
  await undo(await merge(target, [await read(far)]))
  const ids = await merge(await read(target), [await read(far)])
  await workJobs()
  // No news of the one that was undone.
  expect(await news(cho)).toHaveLength(1)
  await undo(ids)
  expect((await news(cho)).map(({ html }) => html)).toEqual([
    expect.stringContaining(`${far.ticketNumber} se atiende de nuevo por separado`),
  ])
  await setStatus(target, 'Viewed', sue)
  expect(await news(cho)).toEqual([])
})

it('HD-06 HDV-07 who no longer sees the ticket that they asked about hears nothing by it', async () => {
  const dan = await someone({ organizationId: west.id, firstName: 'Dan', lastName: 'Oda' })
  const [target, far] = [await open(ana.call), await open(dan.call)]
  await merge(target, [far])
  await workJobs()
  await news(dan)
  await setStatus(target, 'Viewed', sue)
  expect(await news(dan)).toHaveLength(1)
  // They now see the other organization's tickets, and no longer those of the former one.
  await database.updateTable('account').set({ organizationId: east.id }).where('id', '=', dan.account.id).execute()
  await setStatus(target, 'Fix Pending', sue)
  expect(await news(dan)).toEqual([])
  expect((await dan.call('GET', `${path}${target.id}`)).status).toBe(200)
  const watchers = (await sue.call('GET', `${path}${target.id}/watcher`)).body.items
  expect(watchers.map(({ email }: { email: string }) => email)).toEqual([ana.account.email])
})

it('HD-06 HDV-07 an internal note in a merged ticket notifies only people who handle tickets', async () => {
  const [eve, flo] = [await someone({ organizationId: east.id }), await someone({ organizationId: east.id })]
  const everybody = [ana, bea, eve, flo, sue, tom]
  const [target, near, ofEve, ofFlo] = [
    await open(ana.call),
    await open(bea.call),
    await open(eve.call),
    await open(flo.call),
  ]
  await tom.call('PUT', `${path}${near.id}/watch`, { receiveEmailUpdates: true })
  await merge(target, [near, ofEve, ofFlo])
  await workJobs()
  await news(...everybody)
  const toldOf = async (visibility: string) => {
    await sue.call('POST', `${path}${target.id}/note`, { noteText: 'We look at it', visibility })
    return (await news(...everybody)).map(({ email }) => email).toSorted()
  }
  const emails = (...people: Person[]) => people.map(({ account }) => account.email).toSorted()
  expect(await toldOf('internal')).toEqual(emails(tom))
  expect(await toldOf('public')).toEqual(emails(ana, bea, eve, flo, tom))
  await database.updateTable('account').set({ deactivatedOn: sql`now()` }).where('id', '=', eve.account.id).execute()
  await database
    .insertInto('accountFreeze')
    .values({ accountId: flo.account.id, recoveryEmail: flo.account.email, toldOn: new Date().toISOString() })
    .execute()
  expect(await toldOf('public')).toEqual(emails(ana, bea, tom))
})

it('HDV-07 D-PERM-1 a reply by mail to a merged ticket becomes a note there, which support also reads in the target', async () => {
  const [target, near, far] = [await open(ana.call), await open(bea.call), await open(cho.call)]
  await tom.call('PUT', `${path}${target.id}/watch`, { receiveEmailUpdates: true })
  await merge(target, [near, far])
  await workJobs()
  await news(ana, bea, cho, sue, tom)
  const send = (who: Person, ticket: Ticket, text: string) =>
    createTransport({ host: '127.0.0.1', port: inbound?.port ?? 0, secure: false, ignoreTLS: true }).sendMail({
      from: who.account.email,
      to: writeReplyAddress(config.secretKeys, DOMAIN, {
        ticketNumber: Number(ticket.ticketNumber.slice(3)),
        accountId: who.account.id,
        visibility: 'public',
      }),
      subject: 'Re: news',
      text,
    })
  await send(cho, far, 'West still waits.')
  await send(bea, near, 'East still waits.')
  const notes = async (ticket: Ticket, call: Caller) =>
    (await read(ticket, call)).notes.map(({ noteText, origin }: { noteText: string; origin: string | null }) => [
      noteText,
      origin,
    ])
  expect(await notes(target, sue.call)).toEqual([
    ['East still waits.', near.ticketNumber],
    ['West still waits.', far.ticketNumber],
  ])
  expect(await notes(target, ana.call)).toEqual([['East still waits.', near.ticketNumber]])
  expect(await notes(far, cho.call)).toEqual([['West still waits.', null]])
  const told = await news(ana, bea, cho, sue, tom)
  expect(
    mailTo(told, tom)
      .map(({ subject }) => subject)
      .toSorted(),
  ).toEqual(
    [
      `Bea Soto added a note to ${near.ticketNumber}: The list stays empty`,
      `Cho Lin added a note to ${far.ticketNumber}: The list stays empty`,
    ].toSorted(),
  )
  expect(mailTo(told, ana).map(({ subject }) => subject)).toEqual([
    `Bea Soto added a note to ${near.ticketNumber}: The list stays empty`,
  ])
  expect(told).toHaveLength(3)
})
