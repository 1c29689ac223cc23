import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { makeOrganization } from '#test/factories.ts'
import { findPublishedText, listTextNumbers } from './consent-texts-public.ts'

const app = await startTestApp()
const { database } = app
const admin = (await app.someone({ roles: ['platform-admin'] })).call
const organization = await makeOrganization(database, { name: 'Eastside Food Bank' })
const staff = (await app.someone({ organizationId: organization.id })).call

const read = async () => (await admin('GET', '/api/consentText/')).body.items
const preview = (given: object = {}) =>
  staff('POST', '/api/consentText/preview', {
    ...{ language: 'en', scope: 'network', needs: [], recipientIds: [], expiresOn: null },
    ...given,
  })
const texts = (words: string) => {
  const body = `${words}\n\n{organization}: {recipients}; {needs}; {until}`
  return { title: { en: 'Consent', es: 'Consentimiento' }, body: { en: body, es: body } }
}

it('INT-14 the text that comes with the product names who, with whom, what for and until when, in both languages', async () => {
  const english = (await preview()).body
  expect(english).toMatchObject({ number: 1, language: 'en', title: 'Permission to share my information' })
  const words = english.paragraphs.join('\n')
  expect(words).toContain('I allow Eastside Food Bank to share')
  expect(words).toContain('Who gets it: every organization that has an account in this network.')
  expect(words).toContain('Until when: until I take it back.')
  const harbor = await makeOrganization(database, { name: 'Harbor {needs}' })
  const named = { scope: 'organizations', recipientIds: [harbor.id], needs: ['homelessness'], expiresOn: '2027-03-01' }
  const spanish = (await preview({ ...named, language: 'es' })).body.paragraphs.join('\n')
  // A name is never read as a blank.
  expect(spanish).toContain('Quién la recibe: Harbor {needs}.')
  expect(spanish).toContain('Para qué: Refugio.')
  expect(spanish).toContain('Hasta cuándo: 1 de marzo de 2027.')
  const elm = await makeOrganization(database, { name: 'Elm House' })
  const two = { ...named, recipientIds: [harbor.id, elm.id], needs: ['homelessness', 'food-insecurity'] }
  const joined = (await preview(two)).body.paragraphs
  expect(joined.join('\n')).toContain('Who gets it: Elm House and Harbor {needs}.')
  expect(joined.join('\n')).toContain('What for: Shelter and Food.')
  expect(joined.join('\n')).toContain('Until when: March 1, 2027.')
  expect(joined.every((one: string) => one && !one.includes('\n\n'))).toBe(true)
  const nobody = (await preview({ scope: 'organizations' })).body.paragraphs.join('\n')
  expect(nobody).toContain('Who gets it: nobody')
  const { call } = await app.someone({ organizationId: null, roles: ['organization-staff'] })
  const without = { language: 'en', scope: 'network', needs: [], recipientIds: [], expiresOn: null }
  expect((await call('POST', '/api/consentText/preview', without)).status).toBe(403)
})

it('INT-14 a draft becomes the next version, which never changes; of two who save at once one is told', async () => {
  const saved = await Promise.all(
    [1, 2].map(() => admin('PUT', '/api/consentText/draft', { ...texts('Two'), version: 0 })),
  )
  expect(saved.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await preview()).body.number).toBe(1)
  const [{ id: draftId, changedOn }] = await read()
  expect(await findPublishedText(database, draftId)).toBeUndefined()
  const stale = await admin('PUT', '/api/consentText/draft', { ...texts('Other'), version: 0 })
  expect([stale.status, stale.body.code]).toEqual([409, 'stale-version'])
  const again = await admin('PUT', '/api/consentText/draft', { ...texts('Two'), version: 1 })
  // The draft is the same one, and stands first.
  expect(again.body.items.map(({ id, number, version }: Record<string, unknown>) => [id, number, version])).toEqual([
    [draftId, 2, 2],
    [expect.any(String), 1, expect.any(Number)],
  ])
  expect(Date.parse(again.body.items[0].changedOn)).toBeGreaterThan(Date.parse(changedOn))
  expect(again.body.items[0].publishedOn).toBeNull()
  expect((await admin('POST', '/api/consentText/publish', { version: 9 })).status).toBe(409)
  const published = await admin('POST', '/api/consentText/publish', { version: 2 })
  expect(published.body.items[0]).toMatchObject({ number: 2, publishedOn: expect.any(String) })
  expect((await admin('POST', '/api/consentText/publish', { version: 2 })).status).toBe(409)
  // There is no draft now.
  expect((await admin('POST', '/api/consentText/publish', { version: 0 })).status).toBe(404)
  expect((await preview()).body).toMatchObject({ number: 2, paragraphs: ['Two', expect.any(String)] })
  const [{ id }, { id: firstId }] = await read()
  expect(await auditsOf(database, id)).toMatchObject([
    { action: 'consentText.publish', subjectType: 'consentText', detail: { number: 2 } },
  ])
  expect(await findPublishedText(database, id)).toMatchObject({ id, number: 2 })
  expect(await findPublishedText(database, crypto.randomUUID())).toBeUndefined()
  expect(await listTextNumbers(database, [firstId, id])).toEqual(
    new Map([
      [firstId, 1],
      [id, 2],
    ]),
  )
  expect(await listTextNumbers(database, [])).toEqual(new Map())
  for (const act of [sql`update consent_text set body = '{}' where number = 2`, sql`delete from consent_text`])
    await expect(act.execute(database)).rejects.toThrow('A published consent text never changes')
})

it('INT-14 a text must fill in everything that a consent says, in both languages', async () => {
  const call = { ...texts('Three'), version: 0 }
  call.body.es = 'Sin nada'
  expect((await admin('PUT', '/api/consentText/draft', call)).body.errors).toMatchObject([
    { path: 'body.es', message: 'blank-missing' },
  ])
  for (const path of ['/api/consentText/draft', '/api/consentText/publish'])
    expect((await staff(path.endsWith('draft') ? 'PUT' : 'POST', path, call)).status).toBe(403)
})
