import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/server/database.ts'
import type { Caller } from '../app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '../factories.ts'
import { hashForReal } from '../quick-argon2.ts'
import { signIn } from './ledger.ts'

/** The portal is a separate process, which accepts only hashes with the real cost (quick-argon2.ts). */
const hashes = Promise.all([hashForReal(PASSWORD), hashForReal('elm')])

/** Separate organizations per round, with and without signed-in people, and accounts whose password will be reset. */
export async function setStage(database: Database, url: string, round: number) {
  const mark = `${round}-${randomUUID().slice(0, 6)}`
  const sender = await makeOrganization(database, { name: `Sender ${mark}` })
  const recipient = await makeOrganization(database, { name: `Recipient ${mark}` })
  const other = await makeOrganization(database, { name: `Other ${mark}` })
  const chapels = []
  for (let n = 0; n < 6; n++)
    chapels.push(
      await makeOrganization(database, { name: `Chapel ${n} ${mark}`, standing: 'listed', takesReferrals: false }),
    )
  const [passwordHash, securityAnswerHash] = await hashes
  const account = async (name: string, organizationId: string, given: Parameters<typeof makeAccount>[1] = {}) => {
    const made = await makeAccount(database, { organizationId, email: `${name}-${mark}@example.test`, ...given })
    await database.updateTable('account').set({ passwordHash, securityAnswerHash }).where('id', '=', made.id).execute()
    return made
  }
  const maria = await account('maria', sender.id, { roles: ['organization-admin'] })
  const lee = await account('lee', recipient.id, { roles: ['organization-admin'] })
  const pat = await account('pat', sender.id)
  await account('kim', other.id)
  const forgetful: string[] = []
  for (let n = 0; n < 4; n++) forgetful.push((await account(`forgetful${n}`, sender.id)).email)
  // Lee and Maria also receive texts about everything.
  for (const { id, contactId } of [maria, lee]) {
    await database
      .insertInto('contactPhone')
      .values({ contactId, phoneNumber: '(716) 555-0142', kind: 'mobile', isPrimary: true })
      .execute()
    await database
      .insertInto('userPreference')
      .values({
        accountId: id,
        textForIncomingReferral: 'All',
        textForDirectReferral: 'All',
        textForConfirmationOfSentReferral: 'All',
        textForStatusChangeOfReferral: 'All',
      })
      .execute()
  }
  const as: Record<'maria' | 'lee' | 'pat', Caller> = {
    maria: await signIn(url, maria.email, PASSWORD),
    lee: await signIn(url, lee.email, PASSWORD),
    pat: await signIn(url, pat.email, PASSWORD),
  }
  return { mark, sender, recipient, other, chapels, addresses: { maria: maria.email, lee: lee.email }, as, forgetful }
}
export type Stage = Awaited<ReturnType<typeof setStage>>
