import { type ConsentUsers, findConsentContact } from '#casework/clients/server/clients-public.ts'
import { isCoveredOnlyBy, publishChange, referralsUnderConsent } from '#casework/referrals/server/referrals-public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'

/** Referrals whose recipients read intakes only because of this consent, which need not be that of the referral. */
async function listReferrals(database: Database, consentId: string) {
  const contactId = await findConsentContact(database, consentId)
  if (!contactId) return []
  const rows = await database
    .selectFrom('sharedIntake')
    .select('referralId')
    .distinct()
    .where('contactId', '=', contactId)
    .where('endedOn', 'is', null)
    .orderBy('referralId')
    .execute()
  const ids: string[] = []
  for (const { referralId } of rows) if (await isCoveredOnlyBy(database, referralId, consentId)) ids.push(referralId)
  return ids
}

/** What happens to referrals, and to the intakes shared with them, when a consent is withdrawn. */
export function consentUsers(config: Config): ConsentUsers {
  const referrals = referralsUnderConsent(config, listReferrals)
  return {
    ...referrals,
    endAccess: async (transaction, actor, consentId, options) => {
      await referrals.endAccess(transaction, actor, consentId, options)
      // Sharing locks the consents: an intake that is being shared is found here, or refused.
      const ids = await listReferrals(transaction, consentId)
      if (ids.length === 0) return
      const endedOn = new Date().toISOString()
      await transaction
        .updateTable('sharedIntake')
        .set({ endedOn })
        .where('referralId', 'in', ids)
        .where('endedOn', 'is', null)
        .execute()
      for (const id of ids) {
        await recordAudit(transaction, {
          ...{ actorId: actor?.accountId ?? null, action: 'referral.endIntakes' },
          ...{ subjectType: 'referral', subjectId: id, detail: { consentId } },
        })
        await publishChange(transaction, id)
      }
    },
  }
}
