import { sql } from 'kysely'
import { referralNeeds } from '#casework/referrals/server/referrals-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { ReferralFileRow } from '../referral-file.ts'

/** The files of a referral, oldest first. */
export const listFileRows = (database: Database, referralId: string) =>
  database
    .selectFrom('referralFile')
    .selectAll()
    .where('referralId', '=', referralId)
    .orderBy('sharedOn')
    .orderBy('id')
    .execute()

export const findFileRow = (database: Database, { referralId, id }: Pick<ReferralFileRow, 'referralId' | 'id'>) =>
  database
    .selectFrom('referralFile')
    .selectAll()
    .where('referralId', '=', referralId)
    .where('id', '=', id)
    .executeTakeFirst()

/** The files on a person's referrals, for their own copy. */
export const listPersonFiles = async (database: Database, contactId: string) =>
  (
    await sql<
      Pick<ReferralFileRow, 'referralId' | 'fileName' | 'category' | 'sharedOn' | 'withdrawnOn'> & {
        organization: string
      }
    >`
      select file.referral_id, file.file_name, file.category, file.shared_on, file.withdrawn_on,
        organization.name as organization
      from referral_file file
      join ${referralNeeds.as('referral')} on referral.id = file.referral_id
      join ${organizationNames.as('organization')} on organization.id = file.organization_id
      where referral.contact_id = ${contactId}::uuid order by file.shared_on, file.id`.execute(database)
  ).rows

/** Deletes the rows of the files on a person's referrals. @returns the files that they used */
export const deletePersonFiles = async (database: Database, contactId: string) =>
  (
    await sql<Pick<ReferralFileRow, 'fileId'>>`
      delete from referral_file where referral_id in (
        select id from ${referralNeeds.as('referral')} where contact_id = ${contactId}::uuid)
      returning file_id`.execute(database)
  ).rows
