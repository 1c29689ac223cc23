import { sql } from 'kysely'
import { referralNeeds } from '#casework/referrals/server/referrals-public.ts'
import type { ScanState } from '#identity/files/file.ts'
import { fileScans } from '#identity/files/server/files-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { ReferralFileRow, ReferralFileState } from '../referral-file.ts'

type Row = ReferralFileRow & { scanState: ScanState | null }
export interface FileWithState extends ReferralFileRow {
  state: ReferralFileState
}

function withState({ scanState, ...row }: Row): FileWithState {
  if (row.withdrawnOn || !scanState) return { ...row, state: 'withdrawn' }
  return { ...row, state: scanState === 'none' ? 'unchecked' : scanState }
}

const files = (database: Database) =>
  database
    .selectFrom('referralFile')
    .leftJoin(fileScans.as('scan'), 'scan.id', 'referralFile.fileId')
    .selectAll('referralFile')
    .select('scan.scanState')

/** The files of a referral, oldest first. */
export const listFileRows = async (database: Database, referralId: string) =>
  (
    await files(database).where('referralId', '=', referralId).orderBy('sharedOn').orderBy('referralFile.id').execute()
  ).map(withState)

export async function findFileRow(database: Database, { referralId, id }: Pick<ReferralFileRow, 'referralId' | 'id'>) {
  const row = await files(database)
    .where('referralId', '=', referralId)
    .where('referralFile.id', '=', id)
    .executeTakeFirst()
  return row && withState(row)
}

/** The referral with which a stored file was sent. */
export const findReferralOfFile = async (database: Database, fileId: string) =>
  (await database.selectFrom('referralFile').select('referralId').where('fileId', '=', fileId).executeTakeFirst())
    ?.referralId

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
