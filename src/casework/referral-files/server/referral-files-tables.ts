import type { z } from 'zod'
import type { TableFor } from '#platform/server/database.ts'
import { ReferralFileRow } from '../referral-file.ts'

/** The tables that only this feature writes. */
export const referralFilesTables: Record<string, z.ZodObject> = { referral_file: ReferralFileRow }

declare module '#platform/server/database.ts' {
  interface Tables {
    referralFile: TableFor<ReferralFileRow, 'id' | 'sharedOn' | 'withdrawnOn'>
  }
}
