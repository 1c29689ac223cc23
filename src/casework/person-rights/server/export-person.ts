import { listPersonAppointments } from '#casework/appointments/server/appointments-public.ts'
import { contactInvitations, listConsentsShown, recordAccess } from '#casework/clients/server/clients-public.ts'
import { listRequestsOf } from '#casework/consent-requests/server/consent-requests-public.ts'
import { listHelpOf } from '#casework/help-answers/server/help-answers-public.ts'
import { getOwnHousehold } from '#casework/households/server/households-public.ts'
import { listIntakeIds, listPersonIntakes } from '#casework/intakes/server/intakes-public.ts'
import { listUndeliveredLinks } from '#casework/link-deliveries/server/link-deliveries-public.ts'
import { listCorrections } from '#casework/own-record/server/own-record-public.ts'
import { listFacts } from '#casework/person-facts/server/person-facts-public.ts'
import { listPersonNotices } from '#casework/person-notices/server/person-notices-public.ts'
import { listLinksOf } from '#casework/record-links/server/record-links-public.ts'
import { listPersonFiles } from '#casework/referral-files/server/referral-files-public.ts'
import { listNeeds, listPersonReferrals, listReferredFor } from '#casework/referrals/server/referrals-public.ts'
import { findSafeContact } from '#casework/safe-contact/server/safe-contact-public.ts'
import { listListIds, listPersonLists } from '#casework/service-lists/server/service-lists-public.ts'
import { listPersonShared } from '#casework/shared-intakes/server/shared-intakes-public.ts'
import { getOrganizationName } from '#identity/organizations/server/organizations-public.ts'
import { findContactRow, listFormer, listPhones } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { mayExport } from '../person-rights-policy.ts'
import { listWholeAccessLog } from './access-log-queries.ts'
import { getRequestedRecord } from './my-records.ts'

export type PersonExport = Awaited<ReturnType<typeof exportPerson>>

/** Links by which the person was invited; the codes themselves are stored only as hashes. */
const listInvitations = (database: Database, contactId: string) =>
  database
    .selectFrom(contactInvitations.as('invitation'))
    .select(['createdOn', 'expiresOn', 'usedOn', 'withdrawnOn'])
    .where('contactId', '=', contactId)
    .orderBy('createdOn')
    .execute()

/**
 * The records of the person that were merged into this one, as they were. What both records had about the same referral
 * did not follow the merge.
 */
const listFormerRecords = async (database: Database, contactId: string) =>
  Promise.all(
    (await listFormer(database, contactId)).map(async (person) => ({
      person,
      phones: await listPhones(database, person.id),
      facts: await listFacts(database, person.id),
      safeContact: await findSafeContact(database, person.id),
      notices: await listPersonNotices(database, person.id),
      helpAnswers: await listHelpOf(database, person.id),
    })),
  )

/** Links to the person that did not arrive, of this record and of those that were merged into it. */
const listUndelivered = async (database: Database, contactId: string) =>
  listUndeliveredLinks(database, [
    ...[contactId, ...(await listFormer(database, contactId)).map(({ id }) => id)],
    ...(await listIntakeIds(database, contactId)),
    ...(await listListIds(database, contactId)),
  ])

/**
 * Everything on record about a person, as of one moment. The export is recorded, also in the file itself.
 * @throws 404 for actors who are neither the person nor an admin of the organization that owns the record, and after
 * erasure
 */
export const exportPerson = (database: Database, actor: Actor, contactId: string) =>
  database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const { isOwn } = await getRequestedRecord(transaction, actor, contactId, mayExport)
      const person = await findContactRow(transaction, contactId)
      if (!person?.organizationId) throw problem('not-found')
      await recordAccess(transaction, actor, [contactId], { way: 'export' })
      await recordAudit(transaction, {
        actorId: actor.accountId,
        action: 'contact.export',
        subjectType: 'contact',
        subjectId: contactId,
      })
      return {
        exportedOn: new Date().toISOString(),
        organization: await getOrganizationName(transaction, person.organizationId),
        person,
        phones: await listPhones(transaction, contactId),
        formerRecords: await listFormerRecords(transaction, contactId),
        safeContact: await findSafeContact(transaction, contactId),
        facts: await listFacts(transaction, contactId),
        household: await getOwnHousehold(transaction, contactId),
        consents: await listConsentsShown(transaction, contactId),
        consentRequests: await listRequestsOf(transaction, contactId),
        invitations: await listInvitations(transaction, contactId),
        needs: (await listNeeds(transaction, contactId)).filter(({ tries }) => !tries.length),
        intakes: await listPersonIntakes(transaction, contactId, { isOwn }),
        sharedIntakes: await listPersonShared(transaction, contactId),
        referrals: await listPersonReferrals(transaction, contactId),
        referralFiles: await listPersonFiles(transaction, contactId),
        referralsOfHousehold: await listReferredFor(transaction, contactId),
        serviceLists: await listPersonLists(transaction, contactId),
        recordLinks: await listLinksOf(transaction, contactId),
        undeliveredLinks: await listUndelivered(transaction, contactId),
        notices: await listPersonNotices(transaction, contactId),
        appointments: await listPersonAppointments(transaction, contactId),
        helpAnswers: await listHelpOf(transaction, contactId),
        corrections: await listCorrections(transaction, contactId),
        accessLog: await listWholeAccessLog(transaction, contactId),
      }
    })
