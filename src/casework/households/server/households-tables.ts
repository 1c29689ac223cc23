import type { z } from 'zod'
import type { TableFor } from '#platform/server/database.ts'
import { HouseholdMemberRow, HouseholdRow } from '../household.ts'

/** The tables that only this feature writes. */
export const householdsTables: Record<string, z.ZodObject> = {
  household: HouseholdRow,
  household_member: HouseholdMemberRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    household: TableFor<HouseholdRow, 'id' | 'createdOn'>
    householdMember: TableFor<HouseholdMemberRow, 'addedOn'>
  }
}
