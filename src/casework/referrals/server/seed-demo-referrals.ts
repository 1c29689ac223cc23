import { sql } from 'kysely'
import { insertDemoConsent } from '#casework/clients/server/clients-public.ts'
import { insertDemoHousehold } from '#casework/households/server/households-public.ts'
import { serviceNames } from '#directory/services/server/directory-public.ts'
import { listDemoAccounts } from '#identity/accounts/server/accounts-public.ts'
import { findOrganizationByName } from '#identity/organizations/server/organizations-public.ts'
import { insertDemoPerson } from '#identity/people/server/people-public.ts'
import type { Database } from '#platform/server/database.ts'
import { demoFamily, demoHousehold, familyStory } from '../demo/demo-family.ts'
import { type DemoStory, demoPeople, demoStories } from '../demo/demo-stories.ts'
import { findTransition, parties, type ReferralStatus } from '../referral-machine.ts'
import { nextClock } from '../working-days.ts'
import { takeSnapshot } from './check-sharing.ts'
import { findRecipient, refreshRequest } from './referral-queries.ts'
import { clockOf } from './send-referral.ts'

const accounts = {
  maria: 'maria@foodbank.demo.hearthline.test',
  sam: 'sam@foodbank.demo.hearthline.test',
  lee: 'lee@housing.demo.hearthline.test',
}
const people = { ...demoPeople, ...demoFamily }
const stories = { ...demoStories, family: familyStory }
const nameOf = (key: string) => `${people[key]?.firstName} ${people[key]?.lastName}`
const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()
const dayIn = (days: number) => new Date(Date.now() + days * 24 * hour).toISOString().slice(0, 10)

interface Stage {
  accounts: Record<string, { id: string; organizationId: string }>
  people: Record<string, { id: string; consentId: string | null }>
  stories: Record<string, { id: string; requestId: string }>
}

const organizationId = async (database: Database, name: string) => (await findOrganizationByName(database, name))?.id

async function findAccounts(database: Database): Promise<Stage['accounts']> {
  const rows = await listDemoAccounts(database, Object.values(accounts))
  return Object.fromEntries(
    Object.entries(accounts).flatMap(([name, email]) => {
      const row = rows.find((account) => account.email === email)
      return row?.organizationId ? [[name, { id: row.id, organizationId: row.organizationId }]] : []
    }),
  )
}

async function seedPeople(database: Database, stage: Stage) {
  for (const [key, { by, phoneNumber, consent, ...person }] of Object.entries(people)) {
    const recorder = by === 'Harbor Housing' ? stage.accounts.lee : stage.accounts.maria
    const recorded = { organizationId: recorder?.organizationId, createdBy: recorder?.id }
    const home = { city: 'Cedar Falls', stateProvince: 'NY', postalCode: '14201' }
    const id = await insertDemoPerson(database, { ...person, ...recorded, ...home }, phoneNumber)
    stage.people[key] = { id, consentId: consent ? await seedConsent(database, id, recorder?.id, consent) : null }
  }
  const { maria } = stage.accounts
  const members = demoHousehold.map(([key, relation]) => ({ contactId: stage.people[key]?.id ?? '', relation }))
  if (maria) await insertDemoHousehold(database, maria, members)
}

async function seedConsent(
  database: Database,
  contactId: string,
  recordedBy: string | undefined,
  { needs, organizations }: { needs?: string[]; organizations?: string[] },
) {
  const recipientIds = (await Promise.all((organizations ?? []).map((name) => organizationId(database, name)))).filter(
    (id) => id !== undefined,
  )
  return insertDemoConsent(database, {
    contactId,
    scope: recipientIds.length > 0 ? 'organizations' : 'network',
    recipientIds,
    needs: needs ?? [],
    howGiven: 'written',
    givenOn: dayIn(-40),
    expiresOn: dayIn(325),
    recordedBy,
  })
}

/** The effect of a story's steps on the referral, according to the state machine. */
function outcomeOf({ steps }: DemoStory) {
  const times: Record<string, string> = {}
  let status: ReferralStatus | 'none' = steps[0]?.[0] === 'send' ? 'Draft' : 'none'
  for (const [action, , hours] of steps) {
    const transition = findTransition(action, status, parties)
    if (typeof transition !== 'object' || !transition.to) throw new Error(`The demo cannot ${action} from ${status}`)
    status = transition.to
    times[action] = ago(hours)
  }
  const last = steps.at(-1)
  const more = last?.[3] ?? {}
  return { status: status as ReferralStatus, times, more, lastOn: ago(last?.[2] ?? 0), lastBy: last?.[1] ?? 'system' }
}

async function seedStory(database: Database, stage: Stage, key: string, story: DemoStory) {
  const [person, maker] = [stage.people[story.person], stage.accounts[story.by]]
  const recipientId = await organizationId(database, story.to)
  const recipient = recipientId && (await findRecipient(database, recipientId))
  if (!person || !maker || !recipient) return
  const parent = story.after && stage.stories[story.after.story]
  const requestId = parent?.requestId ?? (await seedRequest(database, story, person.id, maker))
  const { status, times, more, lastOn, lastBy } = outcomeOf(story)
  const { send, view, accept, decline, forward, start, closeResolved, closeUnresolved } = times
  const service = story.service
    ? (
        await sql<{
          id: string
        }>`select id from ${serviceNames.as('service')} where name = ${story.service} and organization_id = ${recipient.id}::uuid limit 1`.execute(
          database,
        )
      ).rows[0]
    : undefined
  const assignee = Object.entries(stage.accounts).find(([name]) =>
    story.steps.some(([action, who]) => action === 'accept' && who === name),
  )?.[1]
  const { id } = await database
    .insertInto('referral')
    .values({
      requestId,
      parentId: parent?.id,
      parentRelation: parent && story.after?.relation,
      senderOrganizationId: maker.organizationId,
      recipientOrganizationId: recipient.id,
      serviceId: service?.id,
      status,
      assigneeId: assignee?.id,
      consentId: send ? person.consentId : null,
      ...(send ? { snapshot: sql`${JSON.stringify(await takeSnapshot(database, person.id))}::jsonb` as never } : {}),
      searchText: sql`plain_text(${[story.person, ...(story.alsoFor ?? [])]
        .map(nameOf)
        .concat(story.to, story.service ?? '')
        .join(' ')})` as never,
      reason: more.reason,
      outcome: more.outcome,
      reviewOn: more.reviewInDays === undefined ? null : sql<string>`portal_day() + ${more.reviewInDays}::integer`,
      sentOn: send,
      recipientConfirmedOn: recipient.hasAccount ? send : null,
      firstViewedOn: view,
      respondedOn: accept ?? decline ?? forward,
      startedOn: start,
      firstContactOn: start,
      firstContactBy: start ? 'phone' : null,
      closedOn: closeResolved ?? closeUnresolved,
      ...(send ? clockOf(new Date(send), recipient.hasAccount) : {}),
      ...(send && status === 'Sent' && recipient.hasAccount
        ? { clockOn: nextClock(new Date(send), 1).toISOString(), remindersSent: 1 }
        : {}),
      ...(status === 'Sent' ? {} : { clockOn: null }),
      statusChangedOn: lastOn,
      statusChangedBy: stage.accounts[lastBy]?.id,
      createdBy: maker.id,
      createdOn: ago(story.steps[0]?.[2] ?? 0),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  stage.stories[key] = { id, requestId }
  for (const other of story.alsoFor ?? []) await seedReferred(database, id, stage.people[other])
  await seedSteps(database, stage, id, story)
  await seedMessages(database, stage, id, story)
  await refreshRequest(database, requestId)
}

async function seedReferred(database: Database, referralId: string, other: Stage['people'][string] | undefined) {
  if (!other) return
  const snapshot = JSON.stringify(await takeSnapshot(database, other.id))
  await database
    .insertInto('referralPerson')
    .values({
      ...{ referralId, contactId: other.id, consentId: other.consentId },
      snapshot: sql`${snapshot}::jsonb` as never,
    })
    .execute()
}

const seedRequest = async (
  database: Database,
  story: DemoStory,
  contactId: string,
  maker: { id: string; organizationId: string },
) =>
  (
    await database
      .insertInto('referralRequest')
      .values({
        organizationId: maker.organizationId,
        contactId,
        need: story.need,
        urgency: story.urgency,
        note: story.note,
        createdBy: maker.id,
        createdOn: ago(story.steps[0]?.[2] ?? 0),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

async function seedSteps(database: Database, stage: Stage, referralId: string, { steps }: DemoStory) {
  let status: ReferralStatus | 'none' = steps[0]?.[0] === 'send' ? 'Draft' : 'none'
  for (const [action, who, hours, more] of steps) {
    const transition = findTransition(action, status, parties)
    const toStatus: ReferralStatus = typeof transition === 'object' && transition.to ? transition.to : 'Draft'
    const actor = stage.accounts[who]
    await database
      .insertInto('referralEvent')
      .values({
        referralId,
        action,
        fromStatus: status === 'none' ? null : status,
        toStatus,
        actorId: actor?.id,
        organizationId: actor?.organizationId,
        reason: more?.reason,
        outcome: more?.outcome,
        note: more?.note,
        createdOn: ago(hours),
      })
      .execute()
    status = toStatus
  }
}

async function seedMessages(database: Database, stage: Stage, referralId: string, { messages = [] }: DemoStory) {
  for (const [index, [who, hours, text]] of messages.entries()) {
    const author = stage.accounts[who]
    if (!author) continue
    const sequence = index + 1
    await database
      .insertInto('referralMessage')
      .values({
        referralId,
        sequence,
        authorId: author.id,
        organizationId: author.organizationId,
        text,
        createdOn: ago(hours),
      })
      .execute()
    await database
      .updateTable('referral')
      .set({ messageCount: sequence, messagesNotified: sequence, lastMessageOn: ago(hours) })
      .where('id', '=', referralId)
      .execute()
  }
  const read = messages.filter(([, hours]) => hours > 24).length
  if (read > 0)
    await database
      .insertInto('referralRead')
      .values(Object.values(stage.accounts).map(({ id }) => ({ referralId, accountId: id, lastSequence: read })))
      .execute()
}

/**
 * Creates people, consents and a referral in every state for the demo community. Does nothing if there are referrals.
 */
export const seedDemoReferrals = (database: Database) =>
  database.transaction().execute(async (transaction) => {
    if (await transaction.selectFrom('referral').select('id').limit(1).executeTakeFirst()) return
    const stage: Stage = { accounts: await findAccounts(transaction), people: {}, stories: {} }
    if (!stage.accounts.maria || !stage.accounts.lee) return
    await seedPeople(transaction, stage)
    for (const [key, story] of Object.entries(stories)) await seedStory(transaction, stage, key, story)
  })
