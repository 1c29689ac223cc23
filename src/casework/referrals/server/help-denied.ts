import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { notifyChanged } from './notify-step.ts'
import type { Product } from './referral-context.ts'
import { updateReferral, type WholeReferral } from './referral-queries.ts'

/**
 * A person says that they got no help, and the recipient said that they did: it waits for the sender, whose creator is
 * notified once for each person, unless they recorded it themselves. The caller has locked the referral.
 */
export async function denyHelp(
  database: Database,
  product: Product,
  referral: WholeReferral,
  contactId: string,
  recorder: Actor | null = null,
) {
  if (!referral.helpDeniedOn)
    await updateReferral(database, referral, { helpDeniedOn: new Date().toISOString() }, { isNewVersion: false })
  // Erasing the person blanks messages by the referral in their key.
  await notifyChanged(database, product, referral, recorder, {
    id: `${referral.id}:help-denied:${contactId}`,
    action: 'helpDenied',
  })
}

/** It no longer waits for the sender. The caller has locked the referral. */
export async function settleHelp(database: Database, referral: WholeReferral) {
  if (referral.helpDeniedOn) await updateReferral(database, referral, { helpDeniedOn: null }, { isNewVersion: false })
}
