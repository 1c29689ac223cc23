import { type RawBuilder, sql } from 'kysely'
import { shortName } from '#casework/clients/contact-record.ts'
import { listHousehold } from '#casework/households/server/households-public.ts'
import { rulesAsShared } from '#casework/safe-contact/safe-contact-policy.ts'
import { listSafeContacts } from '#casework/safe-contact/server/safe-contact-public.ts'
import { serviceNames } from '#directory/services/server/directory-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { listPhones, lockContact, personRecord } from '#identity/people/server/people-public.ts'
import { type Database, prepared } from '#platform/server/database.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import type { SharedPerson } from '../referral.ts'
import type { Visibility } from '../referral-policy.ts'
import type { ReferralPersonRow, ReferredPerson } from '../referred-person.ts'
import {
  type Checking,
  checkConsent,
  type collectGaps,
  lockConsentsToShare,
  noConsent,
  snapshotOf,
  takeSnapshot,
} from './check-sharing.ts'
import type { WholeReferral } from './referral-queries.ts'

/** The other people whom a referral is for, in a fixed order. */
export const listReferred = (database: Database, referralId: string) =>
  database
    .selectFrom('referralPerson')
    .select(['referralId', 'contactId', 'snapshot', 'consentId', 'detailsEndedOn'])
    .where('referralId', '=', referralId)
    .orderBy('contactId')
    .modifyEnd(prepared)
    .execute() as Promise<ReferralPersonRow[]>

/** The people of a referral as they were shared with its recipient, who may still see their details. */
export async function listShared(database: Database, referralId: string): Promise<Map<string, SharedPerson>> {
  const { rows } = await sql<{ contactId: string; snapshot: SharedPerson }>`
    select request.contact_id, referral.snapshot from referral
      join referral_request request on request.id = referral.request_id
      where referral.id = ${referralId}::uuid and referral.snapshot is not null and referral.details_ended_on is null
    union all select contact_id, snapshot from referral_person
      where referral_id = ${referralId}::uuid and snapshot is not null and details_ended_on is null`.execute(database)
  return new Map(rows.map(({ contactId, snapshot }) => [contactId, snapshot]))
}

/**
 * Says for whom else a draft is, in the caller's transaction.
 * @throws 400 at `alsoForIds`, if one of them does not live with the person
 */
export async function setReferred(database: Database, referralId: string, contactId: string, alsoForIds: string[]) {
  const ids = [...new Set(alsoForIds)].filter((id) => id !== contactId)
  const household = ids.length ? (await listHousehold(database, contactId)).map((member) => member.contactId) : []
  if (ids.some((id) => !household.includes(id))) throw fieldProblem('alsoForIds', 'not-in-household')
  await database.deleteFrom('referralPerson').where('referralId', '=', referralId).execute()
  if (ids.length)
    await database
      .insertInto('referralPerson')
      .values(ids.map((id) => ({ referralId, contactId: id })))
      .execute()
}

/**
 * For whom else the child of a referral is: everybody whose details its parent still shows.
 * @param passesOn whether the child repeats what was shared, as a recipient who forwards does
 */
export async function inheritReferred(database: Database, childId: string, parentId: string, passesOn: boolean) {
  const others = (await listReferred(database, parentId)).filter((each) => each.snapshot && !each.detailsEndedOn)
  for (const { contactId, snapshot } of others)
    await database
      .insertInto('referralPerson')
      .values({
        ...{ referralId: childId, contactId },
        snapshot: passesOn ? sql`${JSON.stringify(snapshot)}::jsonb` : null,
      })
      .execute()
}

/** Somebody else of a referral that is being sent; without a snapshot, whoever was erased since the draft. */
export interface Sharing {
  contactId: string
  consentId: string | null
  /** no consent of theirs covers it */
  isOverridden: boolean
  snapshot: SharedPerson | null
}

/**
 * Checks that the other people of a referral may be shared: for each, a consent must cover it. Locks their records.
 * @param gaps collects those whose consent is missing
 */
export async function checkReferred(
  database: Database,
  referral: Pick<WholeReferral, 'senderOrganizationId' | 'recipientOrganizationId'> & {
    request: Pick<WholeReferral['request'], 'contactId' | 'need'>
  },
  referred: readonly ReferralPersonRow[],
  checking: Checking,
  gaps: ReturnType<typeof collectGaps>,
): Promise<Sharing[]> {
  const found = await Promise.all(
    referred.flatMap(({ contactId }) => [
      Promise.all([
        lockContact(database, contactId, 'share'),
        lockConsentsToShare(database, referral, contactId),
        listPhones(database, contactId),
      ]),
    ]),
  )
  const others: Sharing[] = []
  for (const [index, { contactId, snapshot }] of referred.entries()) {
    const [held, consents = null, phones = []] = found[index] ?? []
    if (!held?.organizationId) {
      others.push({ contactId, consentId: null, isOverridden: false, snapshot: null })
      continue
    }
    const consent = await gaps.tryOne(
      () => checkConsent(database, referral, { contactId, consents }, checking),
      noConsent,
    )
    const isOverridden = consent.consentOverrideReason !== null
    others.push({
      ...{ contactId, consentId: consent.consentId, isOverridden },
      snapshot: snapshot ?? snapshotOf(held, phones),
    })
  }
  return others
}

/** Shares the other people of a referral. Whoever was erased since the draft is left out. */
export const shareReferred = (database: Database, referralId: string, others: readonly Sharing[]) =>
  Promise.all(
    others.map(({ contactId, consentId, snapshot }) =>
      snapshot
        ? database
            .updateTable('referralPerson')
            .set({ consentId, snapshot: sql`${JSON.stringify(snapshot)}::jsonb` })
            .where('referralId', '=', referralId)
            .where('contactId', '=', contactId)
            .execute()
        : database
            .deleteFrom('referralPerson')
            .where('referralId', '=', referralId)
            .where('contactId', '=', contactId)
            .execute(),
    ),
  )

/** Which organizations and service a referral is between, in SQL. */
interface NamedParts {
  recipientOrganizationId: RawBuilder<unknown>
  senderOrganizationId: RawBuilder<unknown>
  serviceId: RawBuilder<unknown>
}
const ownParts: NamedParts = {
  recipientOrganizationId: sql`recipient_organization_id`,
  senderOrganizationId: sql`sender_organization_id`,
  serviceId: sql`service_id`,
}
const namesOf = ({ recipientOrganizationId, senderOrganizationId, serviceId }: NamedParts) => sql`
      (select name from ${organizationNames.as('recipient')} where recipient.id = ${recipientOrganizationId}),
      (select name from ${organizationNames.as('sender')} where sender.id = ${senderOrganizationId}),
      (select name from ${serviceNames.as('service')} where service.id = ${serviceId})`

/** What a referral is found by: the people whose details it shows, both organizations, and the service. */
export const searchText = (snapshot: RawBuilder<unknown>) =>
  sql<string>`plain_text(concat_ws(' ', ${snapshot} ->> 'firstName', ${snapshot} ->> 'lastName',
      (select string_agg((other.snapshot ->> 'firstName') || ' ' || (other.snapshot ->> 'lastName'), ' ')
        from referral_person other where other.referral_id = referral.id and other.details_ended_on is null),
      ${namesOf(ownParts)}))`

export const refreshSearchText = (database: Database, referralId: string) =>
  sql`update referral set search_text = ${searchText(sql`snapshot`)} where referral.id = ${referralId}::uuid`.execute(
    database,
  )

/** The same of a draft, which shares nothing yet: by the records of its people. */
export const refreshDraftText = (database: Database, referralId: string) =>
  sql`update referral set search_text = plain_text(concat_ws(' ',
      (select string_agg(person.first_name || ' ' || person.last_name, ' ') from ${personRecord.as('person')}
        where person.id in (select contact_id from referral_request where id = referral.request_id
          union select contact_id from referral_person where referral_id = referral.id)),
      ${namesOf(ownParts)}))
    where referral.id = ${referralId}::uuid ${prepared}`.execute(database)

/** The same of a draft for one person that is being written, with its request. */
export const newDraftText = (
  requestId: string,
  { recipientOrganizationId, senderOrganizationId, serviceId }: Record<keyof NamedParts, string | null>,
) =>
  sql<string>`plain_text(concat_ws(' ',
      (select person.first_name || ' ' || person.last_name from ${personRecord.as('person')}
        where person.id = (select contact_id from referral_request where id = ${requestId}::uuid)),
      ${namesOf({
        recipientOrganizationId: sql`${recipientOrganizationId}::uuid`,
        senderOrganizationId: sql`${senderOrganizationId}::uuid`,
        serviceId: sql`${serviceId}::uuid`,
      })}))`

interface Reader {
  isSender: boolean
  visibility: Visibility
}

/** Those of these people whose record an organization keeps; the others were erased. */
const listRecorded = async (database: Database, ids: string[]) =>
  (
    await sql<{ id: string }>`
      select id from ${personRecord.as('person')} where id = any(${ids}::uuid[]) and organization_id is not null`.execute(
      database,
    )
  ).rows.map(({ id }) => id)

/**
 * The other people of a referral as a reader sees them: a draft shows the records as they would be shared, the
 * recipient a short name once a consent was withdrawn. Whoever was erased is not among them.
 * @returns `seen`: the people of whom this is more than the name
 */
export async function showReferred(database: Database, referralId: string, { isSender, visibility }: Reader) {
  const shown: ReferredPerson[] = []
  const seen: string[] = []
  if (visibility === 'nothing' || visibility === 'nameless') return { shown, seen }
  const referred = await listReferred(database, referralId)
  const ids = referred.map(({ contactId }) => contactId)
  const recorded = isSender && ids.length ? await listRecorded(database, ids) : []
  const rules = await listSafeContacts(database, ids)
  for (const { contactId, snapshot, detailsEndedOn } of referred) {
    const isRecorded = recorded.includes(contactId)
    const person: SharedPerson | null = snapshot ?? (isRecorded ? await takeSnapshot(database, contactId) : null)
    if (!person) continue
    const isWhole = visibility === 'whole' && (isSender || !detailsEndedOn)
    if (isWhole) seen.push(contactId)
    shown.push({
      contactId: isRecorded ? contactId : null,
      name: shortName(person),
      person: isWhole ? person : null,
      safeContact: isWhole ? rulesAsShared(rules.get(contactId) ?? null, person) : null,
      isEnded: detailsEndedOn !== null,
    })
  }
  return { shown: shown.sort((one, other) => one.name.localeCompare(other.name)), seen }
}

/** Erases what referrals of others say about a person, in the caller's transaction. */
export async function eraseReferred(database: Database, contactId: string) {
  const rows = await database
    .updateTable('referralPerson')
    .set({ snapshot: null })
    .where('contactId', '=', contactId)
    .returning('referralId')
    .execute()
  for (const { referralId } of rows) await refreshSearchText(database, referralId)
}
