import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makePerson, makeStage, refer, wholeCall } from '#test/referral-stage.ts'
import { screensOf } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const stage = await makeStage(app)
const { creator, recipient } = stage.accounts

/** Takes a step, as if it had been taken so many days ago. */
async function step(as: 'creator' | 'recipient', id: string, action: string, daysAgo: number, given: object = {}) {
  const { version } = (await stage.as[as]('GET', `/api/referral/${id}`)).body
  const taken = await stage.as[as]('POST', `/api/referral/${id}/transition`, {
    ...wholeCall(action, version),
    ...given,
  })
  expect(taken.status).toBe(200)
  await at(id, action, daysAgo)
}
const ago = (days: number) => new Date(Date.now() - days * 86_400_000 - 60_000).toISOString()
/** Writes when a step was taken, which the history itself never changes. */
const at = (referralId: string, action: string, daysAgo: number) =>
  app.database.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    await transaction
      .updateTable('referralEvent')
      .set({ createdOn: ago(daysAgo) })
      .where('referralId', '=', referralId)
      .where('action', '=', action)
      .execute()
  })

async function makeHistory() {
  const { id: contactId } = await makePerson(stage.as.creator, { firstName: 'Ines', lastName: 'Okafor' })
  const first = (await refer(stage, { contactId, need: 'food-insecurity' })).body
  await app.database
    .updateTable('referralRequest')
    .set({ createdOn: ago(9) })
    .where('id', '=', first.requestId)
    .execute()
  await at(first.id, 'send', 9)
  await step('recipient', first.id, 'decline', 6)
  const again = (
    await refer(stage, {
      ...{ contactId, need: 'food-insecurity', requestId: first.requestId, recipientOrganizationId: stage.third.id },
    })
  ).body
  await at(again.id, 'send', 2)
  return { contactId, first, again }
}

it('REF-16 one time line shows a need with every try, wait and outcome across organizations', async () => {
  const { contactId } = await makeHistory()
  const page = await openScreen(`/people/${contactId}`, { as: creator })
  ;(await page.findByRole('link', { name: 'Every try and wait, over time' })).click()
  await page.findByRole('heading', { level: 1, name: 'Needs over time' })
  const outline = page.outline(page.getByRole('region', { name: 'Food' }))
  const steady = (line: string) => line.replace(/\d\d\/\d\d\/\d{4}/, '<day>').replace(/(Harbor|Organization) \w+/, '$1')
  expect(outline.map(steady)).toEqual([
    'Food',
    'Open for 9 days · 2 organizations asked',
    'The need was recorded | <day>',
    'Harbor | → /referrals/<id> | : | the referral was sent | <day>',
    '3 days without a step',
    'Harbor | → /referrals/<id> | : | declined | ( | No capacity | ) | 6 days ago',
    '4 days without a step',
    'Organization | → /referrals/<id> | : | the referral was sent | 2 days ago',
    'Nothing has happened for 2 days',
  ])
})

it('REF-16 only the organization that keeps the record reads it, without words that somebody wrote freely', async () => {
  const { contactId, again } = await makeHistory()
  await step('creator', again.id, 'recall', 1, { reason: 'Quetzalmark heard from a neighbor.' })
  const { status, body } = await stage.as.creator('GET', `/api/contact/${contactId}/timeline`)
  expect(status).toBe(200)
  expect(
    body.items[0].steps.map((each: { action: string; reason: string | null }) => [each.action, each.reason]),
  ).toEqual([
    ['send', null],
    ['decline', 'no capacity'],
    ['send', null],
    ['recall', null],
  ])
  for (const other of ['recipient', 'third'] as const)
    expect((await stage.as[other]('GET', `/api/contact/${contactId}/timeline`)).status).toBe(404)
  const page = await openScreen(`/people/${contactId}/timeline`, { as: recipient })
  expect(page.queryByText('Food')).toBeNull()
})
