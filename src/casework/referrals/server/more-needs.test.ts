import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { needs } from '#directory/needs/need.ts'
import { startTestApp } from '#test/app.ts'
import { makePerson, makeStage, refer } from '#test/referral-stage.ts'

const app = await startTestApp()
const stage = await makeStage(app)
const fresh = ['immigration', 'legal-help', 'child-care', 'disability', 'diapers'] as const
const today = new Date().toISOString().slice(0, 10)
const personWithConsent = async () => {
  const { id } = await makePerson(stage.as.creator, {}, null)
  await stage.as.creator('POST', `/api/contact/${id}/consent`, {
    ...{ scope: 'network', howGiven: 'written', givenOn: today },
  })
  return id as string
}

it.each(fresh)('REF-01 %s is a need of its own, which a consent for all needs covers', async (need) => {
  const answer = await refer(stage, { contactId: await personWithConsent(), need })
  expect(answer.status).toBe(201)
  expect((await stage.as.recipient('GET', `/api/referral/${answer.body.id}`)).body.need).toBe(need)
})

it('INT-03 a consent from before a need was named never covers it silently', async () => {
  const contactId = await personWithConsent()
  const migration = readFileSync(new URL('../../../../migrations/0322_more_needs.sql', import.meta.url), 'utf8')
  await app.database.transaction().execute((transaction) => sql.raw(migration).execute(transaction))
  const consent = await app.database
    .selectFrom('consent')
    .select('needs')
    .where('contactId', '=', contactId)
    .executeTakeFirstOrThrow()
  expect([...consent.needs].sort()).toEqual(needs.filter((need) => !fresh.some((one) => one === need)).sort())
  for (const need of fresh) {
    const refused = await refer(stage, { contactId, need })
    expect([need, refused.status, refused.body.gap]).toEqual([need, 422, 'need'])
  }
  expect((await refer(stage, { contactId, need: 'food-insecurity' })).status).toBe(201)
  await stage.as.creator('POST', `/api/contact/${contactId}/consent`, {
    ...{ scope: 'network', needs: ['immigration'], howGiven: 'verbal', givenOn: today },
  })
  expect((await refer(stage, { contactId, need: 'immigration' })).status).toBe(201)
})
