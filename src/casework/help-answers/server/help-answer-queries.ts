import { sql } from 'kysely'
import { accountName } from '#identity/accounts/server/accounts-public.ts'
import { columnsOf } from '#platform/server/columns.ts'
import type { Database } from '#platform/server/database.ts'
import { HelpAnswerRow } from '../help-answer.ts'

/** What a person answered, oldest first. */
export const listHelpOf = (database: Database, contactId: string) =>
  database
    .selectFrom('helpAnswer')
    .select(columnsOf(HelpAnswerRow))
    .where('contactId', '=', contactId)
    .orderBy('answeredOn')
    .orderBy('referralId')
    .execute()

/** What the people of a referral answered. */
export const listHelpFor = (database: Database, referralId: string) =>
  database
    .selectFrom('helpAnswer')
    .select(columnsOf(HelpAnswerRow))
    .select(accountName(sql.ref('help_answer.recorded_by')).$castTo<string | null>().as('recordedByName'))
    .where('referralId', '=', referralId)
    .orderBy('answeredOn')
    .orderBy('contactId')
    .execute()

/** Deletes what a person answered, in the transaction of their erasure. */
export const eraseHelp = (database: Database, contactId: string) =>
  database.deleteFrom('helpAnswer').where('contactId', '=', contactId).execute()
