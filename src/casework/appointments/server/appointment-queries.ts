import { sql } from 'kysely'
import { referralNeeds } from '#casework/referrals/server/referrals-public.ts'
import { columnsOf } from '#platform/server/columns.ts'
import type { Database } from '#platform/server/database.ts'
import { AppointmentRow } from '../appointment.ts'

/** The appointments of these referrals, in the order of their time. */
export const listAppointments = (database: Database, referralIds: string[]) =>
  database
    .selectFrom('appointment')
    .select(columnsOf(AppointmentRow))
    .where(sql<boolean>`referral_id = any(${referralIds}::uuid[])`)
    .orderBy('startsOn')
    .orderBy('referralId')
    .execute()

export const findAppointment = async (database: Database, referralId: string) =>
  (await listAppointments(database, [referralId]))[0] ?? null

const ofPerson = (contactId: string) =>
  sql<boolean>`referral_id in (select id from ${referralNeeds} needs where contact_id = ${contactId}::uuid)`

/** The appointments of a person, for their own copy. */
export const listPersonAppointments = (database: Database, contactId: string) =>
  database
    .selectFrom('appointment')
    .select(['referralId', 'startsOn', 'note', 'cancelledOn'])
    .where(ofPerson(contactId))
    .orderBy('startsOn')
    .orderBy('referralId')
    .execute()

/** Deletes the appointments of a person, in the transaction of their erasure. */
export const eraseAppointments = (database: Database, contactId: string) =>
  database.deleteFrom('appointment').where(ofPerson(contactId)).execute()
