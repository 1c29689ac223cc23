import { sql } from 'kysely'
import { z } from 'zod'
import { referralSenders } from '#casework/referrals/server/referrals-public.ts'
import { accountIsActive, accountPerson } from '#identity/accounts/server/accounts-public.ts'
import { organizationProfiles } from '#identity/organizations/server/organizations-public.ts'
import { phoneOf } from '#identity/people/server/people-public.ts'
import type { JoinRequest } from '#identity/team/join-request.ts'
import { Id } from '#platform/schema/fields.ts'
import { pageFrom, readCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { Review, ReviewPage, ReviewQuery } from '../review.ts'

const ALIKE = 5

const phoneNumber = phoneOf(sql`person.contact_id`).as('phoneNumber')

const queue = (database: Database) =>
  database
    .selectFrom('registrationReview as review')
    .innerJoin(accountPerson.as('person'), 'person.id', 'review.accountId')
    .innerJoin(organizationProfiles.as('organization'), 'organization.id', 'review.organizationId')
    .select([
      'review.id',
      'review.kind',
      'review.status',
      'review.organizationId',
      'review.createdOn',
      'review.version',
      'organization.name as organizationName',
      'person.firstName',
      'person.lastName',
      'person.email',
      'person.emailConfirmedOn',
    ])

/** The queue, longest waiting first. */
export async function listReviews(
  database: Database,
  query: z.infer<typeof ReviewQuery>,
): Promise<z.infer<typeof ReviewPage>> {
  const after = readCursor(query.cursor, [z.iso.datetime(), Id])
  const rows = await queue(database)
    .$if(query.status !== undefined, (q) => q.where('review.status', '=', query.status ?? 'pending'))
    .$if(after !== undefined, (q) =>
      q.where(sql<boolean>`(review.created_on, review.id) > (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`),
    )
    .orderBy('review.createdOn')
    .orderBy('review.id')
    .limit(query.limit + 1)
    .execute()
  return pageFrom(rows, query.limit, (row) => [row.createdOn, row.id])
}

const listDecisions = (database: Database, reviewId: string) =>
  database
    .selectFrom('registrationDecision as decision')
    .innerJoin(accountPerson.as('decider'), 'decider.id', 'decision.decidedBy')
    .select([
      'decision.id',
      'decision.decision',
      'decision.reason',
      'decision.decidedOn',
      'decider.name as decidedByName',
    ])
    .where('decision.reviewId', '=', reviewId)
    .orderBy('decision.decidedOn')
    .execute()

const listAlike = (database: Database, organization: { id: string; name: string }) =>
  database
    .selectFrom(organizationProfiles.as('alike'))
    .select(['id', 'name'])
    .where('id', '<>', organization.id)
    .where('standing', 'not in', ['refused', 'merged'])
    .where('isStandIn', '=', false)
    .where(sql<boolean>`plain_text(name) % plain_text(${organization.name})`)
    .orderBy(sql`similarity(plain_text(name), plain_text(${organization.name}))`, 'desc')
    .orderBy('id')
    .limit(ALIKE)
    .execute()

/**
 * One registration with the information for a decision.
 * @throws problem not-found
 */
export async function getReview(database: Database, id: string): Promise<Review> {
  const row = await queue(database)
    .leftJoin(referralSenders.as('referral'), 'referral.id', 'review.referralId')
    .select([
      'person.title',
      'review.source',
      'organization.description',
      'organization.website',
      'organization.standing',
      'referral.senderName',
      'referral.contactEmail as sentTo',
      phoneNumber,
      sql<number>`(select count(*)::int from ${accountPerson.as('other')} where other.organization_id = organization.id
        and ${accountIsActive('other')} and other.id <> person.id)`.as('peopleCount'),
    ])
    .where('review.id', '=', id)
    .executeTakeFirst()
  if (!row) throw problem('not-found')
  const { description, website, standing, peopleCount, senderName, sentTo, ...review } = row
  return {
    ...review,
    organization: { description, website, standing, peopleCount },
    link: senderName ? { senderName, sentTo: sentTo ?? '' } : null,
    alike: await listAlike(database, { id: row.organizationId, name: row.organizationName }),
    decisions: await listDecisions(database, id),
  }
}

const MOST_JOINS = 100

/** The open requests to join an organization, longest waiting first. */
export const listJoinRequests = (database: Database, organizationId: string): Promise<JoinRequest[]> =>
  queue(database)
    .leftJoin(referralSenders.as('referral'), 'referral.id', 'review.referralId')
    .select(['person.title', 'referral.senderName as invitedBy', phoneNumber])
    .where('review.organizationId', '=', organizationId)
    .where('review.kind', '=', 'join')
    .where('review.status', 'in', ['pending', 'more-asked'])
    .orderBy('review.createdOn')
    .orderBy('review.id')
    .limit(MOST_JOINS)
    .execute()
