import { readPerson } from '#casework/person-facts/server/person-facts-public.ts'
import { listAnswerDays, readNextTry } from '#casework/referrals/server/referrals-public.ts'
import { findForNeed } from '#directory/services/server/directory-public.ts'
import { takesNobody } from '#directory/services/service-intake.ts'
import { dayIn } from '#platform/schema/day-in.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { MOST_FITS, type NextFit } from '../next-fit.ts'
import { comparingFits } from './rank-fits.ts'

/** The number of services to compare. */
const COMPARED = 60
/**
 * Services that may meet the need of a referral that ended without help, best first: eligible, open to new people, near,
 * quick to answer. What was tried for the need is left out, and whoever said no for it comes last. Reading what fits a person counts as reading their record.
 */
export async function findNextFits(database: Database, timeZone: string, actor: Actor, id: string): Promise<NextFit[]> {
  const next = await readNextTry(database, actor, id)
  if (!next) return []
  const person = await readPerson(database, actor, next.contactId, dayIn(timeZone))
  const found = (await findForNeed(database, { need: next.need, person, most: COMPARED, timeZone })).filter(
    ({ service, fit }) =>
      service.takesReferrals &&
      service.organizationId !== next.senderOrganizationId &&
      !next.tried.serviceIds.includes(service.id) &&
      !next.tried.organizationIds.includes(service.organizationId) &&
      fit?.verdict !== 'does-not-fit' &&
      !takesNobody(service.intake),
  )
  const answerDays = await listAnswerDays(
    database,
    found.map(({ service }) => service.organizationId),
  )
  return found
    .map(
      ({ service, fit }): NextFit => ({
        service: { id: service.id, name: service.name },
        organization: { id: service.organizationId, name: service.organizationName ?? '' },
        city: service.place?.city ?? null,
        distance: service.distance,
        intake: service.intake,
        fit: fit ?? null,
        answerDays: answerDays.get(service.organizationId) ?? null,
        answersHere: service.answersHere,
      }),
    )
    .sort(comparingFits(next.refusedBy))
    .slice(0, MOST_FITS)
}
