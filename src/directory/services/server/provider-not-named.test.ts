import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { writeInvitation, writeReferralNotice } from '#casework/referral-notices/server/referral-notice.ts'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization } from '#test/factories.ts'
import { importDirectory } from './import/import-directory.ts'

const product = await startTestApp()
const { database } = product
const { id: organizationId } = await makeOrganization(database)
const staff = await makeAccount(database, { organizationId })
const call = await product.signIn(staff.email, staff.password)
const admin = await makeAccount(database, { organizationId, roles: ['platform-admin'] })

const folder = mkdtempSync(join(tmpdir(), 'hearthline-names-'))
const importFiles = (files: Record<string, string>) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return importDirectory(database, { folder, sourceName: 'quilted' })
}
await importFiles({
  'organizations.csv': 'id,name\n',
  'locations.csv': 'id,organization_id,name\nl1,o1,Prairie Skies Library\n',
  'services.csv': 'id,organization_id,name\ns1,o1,Zither lessons\n',
  'service_at_location.csv': 'service_id,location_id\ns1,l1\n',
})
const provider = () =>
  database
    .selectFrom('organization')
    .select(['id', 'name', 'isStandIn', 'version'])
    .where('sourceName', '=', 'quilted')
    .executeTakeFirstOrThrow()
const zither = async () => (await call('GET', '/api/service/?text=zither')).body.items[0]
const facts = (referredToOrganization: string) => ({
  referralId: '1',
  action: 'send',
  personName: 'Ana R.',
  need: 'food-insecurity' as const,
  referringOrganization: 'Harbor Housing',
  referredToOrganization,
})
const mail = { productName: 'Hearthline', publicUrl: 'https://portal.example.org', mailDetail: 'full' as const }

it('DIR-03 a provider that the source does not name is shown as not named, never by another’s name', async () => {
  const { id, name } = await provider()
  const card = await zither()
  expect(card).toMatchObject({ name: 'Zither lessons', organizationName: null })
  const page = (await call('GET', `/api/service/${card.id}`)).body
  expect(page.organization).toMatchObject({ id, name, isStandIn: true })
  for (const path of [
    `/hsds/services/${card.id}`,
    `/hsds/organizations/${id}`,
    `/api/service/${card.id}`,
    `/api/organization/${id}`,
  ]) {
    const { body } = await call('GET', path)
    expect([body.organization?.name ?? body.name, path]).toEqual(['Provider not named (quilted o1)', path])
  }
})

it('DIR-03 no search finds a provider by what stands for its name', async () => {
  for (const typed of ['Prairie Skies', 'Provider not named', 'quilted']) {
    const text = encodeURIComponent(typed)
    const suggested = (await call('GET', `/api/organization/autocomplete?name=${text}`)).body
    const listed = (await call('GET', `/api/organization/?name=${text}`)).body
    const destinations = (await call('POST', '/api/referral/destination/search', { text: typed })).body
    // The place itself is found by its name (DIR-01).
    const isPlace = typed === 'Prairie Skies'
    for (const body of isPlace ? [suggested, listed] : [suggested, listed, destinations]) {
      expect(body).toHaveProperty('items')
      expect(JSON.stringify(body), typed).not.toMatch(/Provider not named|organization not named/)
    }
  }
  const words = await sql<{ word: string }>`select word from search_word where word in ('provider', 'quilted')`.execute(
    database,
  )
  expect(words.rows).toEqual([])
})

it('DIR-03 mails say in the reader’s language that a provider is not named', async () => {
  const { name } = await provider()
  const notice = { en: 'Provider not named', es: 'Proveedor sin nombre indicado' }
  for (const language of ['en', 'es'] as const) {
    const words = writeReferralNotice('statusChange', { ...facts(name), action: 'accept' }, language, mail)
    const said =
      JSON.stringify(words) +
      JSON.stringify(
        writeInvitation(
          { ...facts(name), firstName: 'Lee', url: 'https://x.org', registrationUrl: 'https://x.org/r' },
          [language],
          mail,
        ),
      )
    expect(said).not.toContain('quilted')
    expect(said).toContain(notice[language])
  }
})

it('DIR-03 providers that were shown by another’s name are renamed, and no longer found by it', async () => {
  const before = await provider()
  const borrowed = 'Prairie Skyline Villa (organization not named)'
  await database.updateTable('organization').set({ name: borrowed }).where('id', '=', before.id).execute()
  await sql`insert into search_word values ('skyline')`.execute(database)
  const migration = readFileSync(new URL('../../../../migrations/0320_provider_not_named.sql', import.meta.url), 'utf8')
  await database.transaction().execute((transaction) => sql.raw(migration).execute(transaction))
  expect(await provider()).toEqual({ ...before, version: before.version + 1 })
  const words = await sql<{ word: string }>`
    select word from search_word where word in ('skyline', 'villa', 'zither', 'prairie') order by word`.execute(
    database,
  )
  // "Prairie" is a word of its place too.
  expect(words.rows.map(({ word }) => word)).toEqual(['prairie', 'zither'])
})

it('DIR-03 an import that names it later replaces the stand-in under the same identifier', async () => {
  const before = await provider()
  await importFiles({ 'organizations.csv': 'id,name\no1,Alder Music School\n' })
  expect(await provider()).toMatchObject({ id: before.id, name: 'Alder Music School', isStandIn: false })
  expect(await zither()).toMatchObject({ organizationName: 'Alder Music School' })
  expect((await call('GET', '/api/service/?text=alder+music')).body.items[0].name).toBe('Zither lessons')
})

it('ORG-05 a platform admin who names a provider makes it a named one', async () => {
  await importFiles({
    'organizations.csv': 'id,name\n',
    'services.csv': 'id,organization_id,name\ns2,o2,Yodeling\n',
    'locations.csv': 'id,organization_id,name\n',
  })
  const unnamed = await database
    .selectFrom('organization')
    .select(['id', 'version'])
    .where('sourceKey', '=', 'o2')
    .executeTakeFirstOrThrow()
  const byAdmin = await product.signIn(admin.email, admin.password)
  const { status } = await byAdmin('PUT', `/api/organization/${unnamed.id}`, { ...unnamed, name: 'Yodel Club' })
  expect(status).toBe(200)
  const found = (await call('GET', '/api/service/?text=yodeling')).body.items[0]
  expect(found.organizationName).toBe('Yodel Club')
})
