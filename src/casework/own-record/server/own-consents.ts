import type { ConsentUsers } from '#casework/clients/server/clients-public.ts'
import { endConsent, listConsents } from '#casework/clients/server/clients-public.ts'
import { consentUsers } from '#casework/shared-intakes/server/shared-intakes-public.ts'
import type { Config } from '#platform/server/config.ts'
import { type Database, runAct } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { Whose } from './kept-records.ts'

export interface OwnRecordServices {
  database: Database
  config: Config
}

/** Which organizations see details under a consent, for the person who gave it. @throws 404 */
export async function listOwnConsentUses(
  { database, config }: OwnRecordServices,
  whose: Whose,
  consentId: string,
): ReturnType<ConsentUsers['list']> {
  const { contactId } = await whose(database)
  const consents = await listConsents(database, contactId)
  if (!consents.some(({ id }) => id === consentId)) throw problem('not-found')
  return consentUsers(config).list(database, consentId)
}

/**
 * The person withdraws a consent, as staff would: recipients lose the details at once, and what they have not answered
 * is recalled. The organization that keeps the record is notified once, the recipients of each referral too.
 * @throws 404
 */
export const withdrawOwnConsent = ({ database, config }: OwnRecordServices, whose: Whose, consentId: string) =>
  runAct(database, async (transaction) => {
    const { contactId, organizationId, accountId } = await whose(transaction)
    await endConsent(transaction, consentUsers(config), {
      ...{ contactId, organizationId, consentId, actor: { accountId } },
      staff: null,
      call: { endAccess: true, recall: true },
    })
  })
