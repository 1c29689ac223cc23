import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { dayAfter } from '#directory/services/service-intake.ts'
import { dayIn } from '#platform/schema/day-in.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { makeStage, refer } from '#test/referral-stage.ts'

const product = await startTestApp()
const { database, config } = product
const { call: manager } = await product.someone({ roles: ['data-manager'] })
const today = dayIn(config.timeZone)
const daysAgo = (days: number) => dayAfter(today, -days)

/** An organization with an admin, and a service that was last confirmed so many days ago. */
async function makeOwner(names: string[], ago: number | null) {
  const { id: organizationId } = await makeOrganization(database, { name: `Owner of ${names[0]}` })
  const admin = await product.someone({ organizationId, roles: ['organization-admin'], firstName: 'Maria' })
  const ids: string[] = []
  for (const name of names) ids.push(await addService(organizationId, name, ago))
  return { organizationId, admin, ids, id: ids[0] as string }
}
async function addService(organizationId: string, name: string, ago: number | null) {
  const { id } = await database
    .insertInto('service')
    .values({
      organizationId,
      name,
      assuredDate: ago === null ? null : daysAgo(ago),
      applicationProcess: 'Call us',
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id as string
}
const run = async () => {
  await product.runTask('check-listings')
  await product.workJobs()
}
/** Lets so many days pass for the checks of these services. */
const pass = (ids: string[], days: number) =>
  database
    .updateTable('listingCheck')
    .set({ nextOn: sql<string>`next_on - ${days}::integer` })
    .where('serviceId', 'in', ids)
    .execute()
const mailsTo = async (email: string) =>
  (await product.outbox(email)).filter(({ text }) => text?.includes('/directory/check/'))
const codeOf = (text: string | null | undefined) => /\/directory\/check\/(\S+)/.exec(text ?? '')?.[1]
const link = (code: string | undefined) => `/api/listingCheck/link/${code}`
const waiting = async (name: string) =>
  (await manager('GET', '/api/listingCheck/?limit=200')).body.items.filter((one: { name: string }) => one.name === name)
const assured = async (id: string) =>
  (await database.selectFrom('service').select('assuredDate').where('id', '=', id).executeTakeFirstOrThrow())
    .assuredDate

it('DIR-09 asks the admins with what is on record once it was not confirmed for long, twice more, and then leaves it to the data managers', async () => {
  const { admin, id, ids } = await makeOwner(['Clothing rack'], 331)
  const more = { email: 'rack@rack.test', url: 'https://rack.test', eligibilityDescription: 'x'.repeat(301) }
  await database.updateTable('service').set(more).where('id', '=', id).execute()
  const fresh = await makeOwner(['Fresh rack'], 329)
  await Promise.all([run(), run()])
  await run()
  const [first, ...others] = await mailsTo(admin.account.email)
  expect([first?.subject, others.length]).toEqual(['Is this still correct?', 0])
  const shown = /– Clothing rack –\n(.*?)\n\n/s.exec(first?.text ?? '')?.[1]?.split('\n')
  expect(shown).toEqual([
    'Hours: The hours are not known.',
    'Email: rack@rack.test',
    'Website: https://rack.test',
    `For whom: ${'x'.repeat(300)}…`,
    'How to apply: Call us',
  ])
  const isLast = (text: string | null | undefined) => text?.includes('This is the last reminder.')
  expect(await mailsTo(fresh.admin.account.email)).toEqual([])
  await pass(ids, 13)
  await run()
  expect(await mailsTo(admin.account.email)).toHaveLength(1)
  for (const count of [2, 3]) {
    await pass(ids, 14)
    await run()
    const mails = await mailsTo(admin.account.email)
    expect([mails.length, mails[0]?.subject]).toEqual([count, 'Reminder: is this still correct?'])
    expect(mails.map(({ text }) => isLast(text))).toEqual(count === 3 ? [true, false, false] : [false, false])
    expect(await waiting('Clothing rack')).toEqual([])
  }
  await pass(ids, 14)
  await run()
  expect(await mailsTo(admin.account.email)).toHaveLength(3)
  const [item] = await waiting('Clothing rack')
  expect(item).toMatchObject({ serviceId: id, wasAsked: true, importance: 0, assuredDate: daysAgo(331) })
  // Who called says so, and it leaves the list at once.
  const confirmed = await manager('POST', `/api/service/${id}/verification`, { version: item.version, byPhone: true })
  expect(confirmed.body.assuredDate).toBe(today)
  expect(await waiting('Clothing rack')).toEqual([])
  await run()
  expect(await database.selectFrom('listingCheck').selectAll().where('serviceId', '=', id).execute()).toEqual([])
})

it('DIR-09 the link of the mail confirms without a sign-in, by one POST, once; reading it changes nothing', async () => {
  const { admin, id } = await makeOwner(['Coat rack'], 400)
  await run()
  const [mail] = await mailsTo(admin.account.email)
  const code = codeOf(mail?.text)
  const read = await product.anonymous('GET', link(code))
  expect(read.body).toMatchObject({
    state: 'open',
    services: [{ id, values: { name: 'Coat rack' }, isConfirmed: false }],
  })
  expect(await assured(id)).toBe(daysAgo(400))
  const { version } = read.body.services[0]
  const answer = () => product.anonymous('POST', link(code), { services: [{ id, version }] })
  const answers = await Promise.all([answer(), answer(), answer()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
  expect(await assured(id)).toBe(today)
  const { fields } = (await admin.call('GET', `/api/service/${id}/editor`)).body
  expect(fields).toContainEqual(
    expect.objectContaining({
      field: 'applicationProcess',
      verifiedBy: 'Maria Tester',
      verifiedHow: 'own-organization',
    }),
  )
  expect((await product.anonymous('GET', link(code))).body).toMatchObject({ state: 'used', services: [] })
  expect((await product.anonymous('GET', link('made-up'))).status).toBe(410)
})

it('DIR-09 ORG-09 neither the link nor a telephone call turns what was read from the words into a statement', async () => {
  const { admin, id } = await makeOwner(['Boot rack'], 400)
  await database.updateTable('service').set({ eligibilityDescription: 'Veterans' }).where('id', '=', id).execute()
  const editor = async () => (await admin.call('GET', `/api/service/${id}/editor`)).body
  const isStillRead = async () => {
    const { values, readRules, fields } = await editor()
    expect([values.populations, readRules]).toMatchObject([null, [{ field: 'populations', value: ['veterans'] }]])
    const confirmed = fields.map(({ field }: { field: string }) => field)
    expect(confirmed).toContain('eligibilityDescription')
    expect(confirmed).not.toContain('populations')
  }
  await run()
  const code = codeOf((await mailsTo(admin.account.email))[0]?.text)
  const { version } = await editor()
  await product.anonymous('POST', link(code), { services: [{ id, version }] })
  await isStillRead()
  const byPhone = { version: version + 1, byPhone: true }
  expect((await manager('POST', `/api/service/${id}/verification`, byPhone)).status).toBe(200)
  await isStillRead()
  await admin.call('POST', `/api/service/${id}/verification`, { version: version + 2 })
  expect(await editor()).toMatchObject({ values: { populations: ['veterans'] }, readRules: [] })
})

it('DIR-09 what changed since the page was read is not confirmed, and the link still works', async () => {
  const { admin, id } = await makeOwner(['Hat rack'], 400)
  await run()
  const code = codeOf((await mailsTo(admin.account.email))[0]?.text)
  const { version } = (await product.anonymous('GET', link(code))).body.services[0]
  await admin.call('PUT', `/api/service/${id}`, { version, changes: { waitTime: 'A day' } })
  const stale = await product.anonymous('POST', link(code), { services: [{ id, version }] })
  expect([stale.status, stale.body.code]).toEqual([409, 'stale-version'])
  expect(await assured(id)).toBe(daysAgo(400))
  const { version: now, isConfirmed } = (await product.anonymous('GET', link(code))).body.services[0]
  expect(isConfirmed).toBe(false)
  await admin.call('POST', `/api/service/${id}/verification`, { version: now })
  // The page of the link shows that somebody confirmed it meanwhile.
  const [again] = (await product.anonymous('GET', link(code))).body.services
  expect(again).toMatchObject({ isConfirmed: true, assuredDate: today })
  const { version: newest } = again
  expect((await product.anonymous('POST', link(code), { services: [{ id, version: newest }] })).status).toBe(200)
})

it('DIR-09 a link confirms only what its mail named, and only while its reader is an admin there', async () => {
  const { admin, id, organizationId } = await makeOwner(['Shoe rack'], 400)
  const other = await makeOwner(['Other rack'], 400)
  await run()
  const code = codeOf((await mailsTo(admin.account.email))[0]?.text)
  const { version } = (await product.anonymous('GET', link(code))).body.services[0]
  for (const services of [
    [{ id: other.id, version: 1 }],
    [
      { id, version },
      { id: other.id, version: 1 },
    ],
  ]) {
    const foreign = await product.anonymous('POST', link(code), { services })
    expect([foreign.status, foreign.body.errors]).toEqual([400, [{ path: 'services', message: 'invalid' }]])
  }
  const many = (count: number) =>
    product.anonymous('POST', link(code), { services: Array(count).fill({ id: other.id, version: 1 }) })
  expect((await many(0)).body.errors).toMatchObject([{ path: 'services' }])
  expect((await many(51)).body.errors).toMatchObject([
    { path: 'services', message: expect.not.stringMatching(/^invalid$/) },
  ])
  const move = (organizationId: string) =>
    database.updateTable('service').set({ organizationId }).where('id', '=', id).execute()
  const confirm = async () => (await product.anonymous('POST', link(code), { services: [{ id, version }] })).status
  // Another organization has it since.
  await move(other.organizationId)
  expect((await product.anonymous('GET', link(code))).body).toMatchObject({ state: 'open', services: [] })
  expect(await confirm()).toBe(403)
  await move(organizationId)
  const join = (to: string) =>
    database.updateTable('account').set({ organizationId: to }).where('id', '=', admin.account.id).execute()
  await join(other.organizationId)
  expect(await confirm()).toBe(410)
  await join(organizationId)
  const role = { accountId: admin.account.id, role: 'organization-admin' as const }
  await database.deleteFrom('accountRole').where('accountId', '=', role.accountId).execute()
  expect(await confirm()).toBe(410)
  await database.insertInto('accountRole').values(role).execute()
  await database
    .updateTable('account')
    .set({ deactivatedOn: new Date().toISOString() } as never)
    .where('id', '=', admin.account.id)
    .execute()
  expect((await product.anonymous('POST', link(code), { services: [{ id, version }] })).status).toBe(410)
  expect([await assured(id), await assured(other.id)]).toEqual([daysAgo(400), daysAgo(400)])
})

it('DIR-09 an expired link says so and confirms nothing', async () => {
  const { admin, id } = await makeOwner(['Tool rack'], 400)
  await run()
  const code = codeOf((await mailsTo(admin.account.email))[0]?.text)
  const { version } = (await product.anonymous('GET', link(code))).body.services[0]
  await database
    .updateTable('listingCheckLink')
    .set({ expiresOn: new Date(Date.now() - 1000).toISOString() })
    .where('accountId', '=', admin.account.id)
    .execute()
  expect((await product.anonymous('GET', link(code))).body.state).toBe('expired')
  expect((await product.anonymous('POST', link(code), { services: [{ id, version }] })).status).toBe(410)
})

it('DIR-09 an organization is asked about ten services at a time, the next ones once these are done', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `Shelf ${String.fromCharCode(65 + n)}`)
  const { admin, ids } = await makeOwner(names, 500)
  await run()
  const [mail] = await mailsTo(admin.account.email)
  expect(mail?.subject).toBe('Are these 10 services still correct?')
  const asked = (await product.anonymous('GET', link(codeOf(mail?.text)))).body.services
  expect(asked).toHaveLength(10)
  await run()
  expect(await mailsTo(admin.account.email)).toHaveLength(1)
  const services = asked.map(({ id, version }: { id: string; version: number }) => ({ id, version }))
  expect((await product.anonymous('POST', link(codeOf(mail?.text)), { services })).body).toEqual({ confirmed: 10 })
  await run()
  const [next] = await mailsTo(admin.account.email)
  expect(next?.subject).toBe('Are these 2 services still correct?')
  const rest = (await product.anonymous('GET', link(codeOf(next?.text)))).body.services
  expect([...asked, ...rest].map(({ id }) => id).sort()).toEqual([...ids].sort())
})

it('DIR-09 important services are asked about sooner, and come first on the work list', async () => {
  const stage = await makeStage(product)
  const busy = await addService(stage.recipient.id, 'Busy shelf', 181)
  const quiet = await addService(stage.recipient.id, 'Quiet shelf', 181)
  for (let count = 0; count < 5; count++)
    await refer(stage, { recipientOrganizationId: stage.recipient.id, serviceId: busy, send: true })
  await run()
  const checks = await database.selectFrom('listingCheck').selectAll().where('serviceId', 'in', [busy, quiet]).execute()
  expect(checks).toMatchObject([{ serviceId: busy, importance: 5, mailsSent: 1 }])
  await database.updateTable('listingCheck').set({ nextOn: null }).where('serviceId', '=', busy).execute()
  const unowned = await makeOrganization(database)
  await addService(unowned.id, 'Unowned shelf', 900)
  await run()
  const { items } = (await manager('GET', '/api/listingCheck/?limit=200')).body
  const names = items.map(({ name }: { name: string }) => name)
  expect(names[0]).toBe('Busy shelf')
  // Nobody could be asked.
  expect(items.find((one: { name: string }) => one.name === 'Unowned shelf')).toMatchObject({ wasAsked: false })
  const pages: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { items: { name: string }[]; nextCursor: string | null } = (
      await manager('GET', `/api/listingCheck/?limit=1${cursor ? `&cursor=${cursor}` : ''}`)
    ).body
    pages.push(...page.items.map(({ name }) => name))
    cursor = page.nextCursor
  }
  expect(pages).toEqual(names)
})

it('DIR-09 what was never confirmed comes up when it has been there for two weeks, and what is not listed never does', async () => {
  const { ids, admin, organizationId } = await makeOwner(['New shelf'], null)
  const hidden = await addService(organizationId, 'Hidden shelf', 900)
  await database
    .updateTable('service')
    .set({ status: 'inactive' } as never)
    .where('id', '=', hidden)
    .execute()
  await run()
  expect(await mailsTo(admin.account.email)).toEqual([])
  await database
    .updateTable('service')
    .set({ createdOn: new Date(Date.now() - 15 * 86_400_000).toISOString() } as never)
    .where('id', 'in', ids)
    .execute()
  await run()
  const [mail, ...more] = await mailsTo(admin.account.email)
  expect([mail?.text?.includes('New shelf'), mail?.text?.includes('Hidden shelf'), more.length]).toEqual([
    true,
    false,
    0,
  ])
})

it('DIR-09 ORG-10 the mail and its page do not tell where a confidential place is', async () => {
  const { admin, id, organizationId } = await makeOwner(['Safe shelf'], 400)
  const { id: locationId } = await database
    .insertInto('location')
    .values({ organizationId, name: 'Rose Cottage', isConfidential: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database
    .insertInto('serviceAtLocation')
    .values({ serviceId: id, locationId: locationId as string })
    .execute()
  await database
    .insertInto('address')
    .values({ locationId: locationId as string, address1: '731 Larkspur Lane' })
    .execute()
  await run()
  const [mail] = await mailsTo(admin.account.email)
  const page = await product.anonymous('GET', link(codeOf(mail?.text)))
  expect(page.body.services[0].places).toMatchObject([
    { id: locationId, name: null, address: null, isConfidential: true },
  ])
  for (const told of [mail?.text, JSON.stringify(page.body)]) expect(told).not.toMatch(/Rose Cottage|Larkspur/)
})

it('DIR-09 an organization that cannot be asked holds up no others, and is asked later', async () => {
  type Owner = Awaited<ReturnType<typeof makeOwner>>
  const owners = [await makeOwner(['Vase shelf'], 400), await makeOwner(['Urn shelf'], 400)]
  const [first, second] = owners.sort((a, b) => (a.organizationId < b.organizationId ? -1 : 1)) as [Owner, Owner]
  await sql`
    create function refuse_link() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse_link before insert on listing_check_link for each row
      when (new.organization_id = ${sql.lit(first.organizationId)}) execute function refuse_link()`.execute(database)
  await expect(product.runTask('check-listings')).rejects.toThrow('refused')
  await product.workJobs()
  expect(await mailsTo(first.admin.account.email)).toHaveLength(0)
  expect(await mailsTo(second.admin.account.email)).toHaveLength(1)
  await sql`drop function refuse_link cascade`.execute(database)
  await run()
  expect(await mailsTo(first.admin.account.email)).toHaveLength(1)
  expect(await mailsTo(second.admin.account.email)).toHaveLength(1)
})
