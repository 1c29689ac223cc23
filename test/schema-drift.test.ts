import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { AccountRow } from '#features/accounts/account.ts'
import { AccountEventRow } from '#features/accounts/account-event.ts'
import { AuthenticatorRow } from '#features/authenticators/authenticator.ts'
import { AccessLogRow } from '#features/contacts/access-log.ts'
import { Consent } from '#features/contacts/consent.ts'
import { ContactPhone, ContactRow } from '#features/contacts/contact.ts'
import * as directory from '#features/directory/directory-rows.ts'
import { FileRow } from '#features/files/file.ts'
import { NoteFileRow, SupportRequestFileRow } from '#features/help-desk/attached-file.ts'
import { CannedAnswerRow } from '#features/help-desk/canned-answer.ts'
import { SupportRequestNoteRow, SupportRequestRow } from '#features/help-desk/support-request.ts'
import { TicketTimesRow } from '#features/help-desk/ticket-times.ts'
import { WorkingHoursRow } from '#features/help-desk-measures/working-hours.ts'
import { UserPreferenceRow } from '#features/notifications/user-preference.ts'
import { Organization } from '#features/organizations/organization.ts'
import { PasskeyRow } from '#features/passkeys/passkey.ts'
import { ErasureProposalRow, ErasureRow } from '#features/person-rights/erasure.ts'
import { ReferralEventRow, ReferralMessageRow, ReferralRequest, ReferralRow } from '#features/referrals/referral.ts'
import { RegistrationDecision, RegistrationReview } from '#features/registration/review.ts'
import { SignOnIdentityRow } from '#features/single-sign-on/sign-on.ts'
import { openDatabase } from '#platform/server/database.ts'
import { cloneDatabase } from './database.ts'

/** Every contract that is a table's row, by the table. */
const contracts: Record<string, z.ZodObject> = {
  access_log: AccessLogRow,
  account: AccountRow,
  account_event: AccountEventRow,
  authenticator: AuthenticatorRow,
  canned_answer: CannedAnswerRow,
  consent: Consent,
  contact: ContactRow,
  contact_phone: ContactPhone,
  erasure: ErasureRow,
  erasure_proposal: ErasureProposalRow,
  file: FileRow,
  organization: Organization,
  program: directory.Program,
  service: directory.Service,
  location: directory.Location,
  service_at_location: directory.ServiceAtLocation,
  address: directory.Address,
  directory_contact: directory.DirectoryContact,
  phone: directory.Phone,
  schedule: directory.Schedule,
  language: directory.Language,
  accessibility: directory.Accessibility,
  service_area: directory.ServiceArea,
  cost_option: directory.CostOption,
  required_document: directory.RequiredDocument,
  taxonomy: directory.Taxonomy,
  taxonomy_term: directory.TaxonomyTerm,
  attribute: directory.Attribute,
  passkey: PasskeyRow,
  referral: ReferralRow,
  referral_event: ReferralEventRow,
  referral_message: ReferralMessageRow,
  referral_request: ReferralRequest,
  registration_decision: RegistrationDecision,
  registration_review: RegistrationReview,
  sign_on_identity: SignOnIdentityRow,
  note_file: NoteFileRow,
  support_request: SupportRequestRow,
  support_request_file: SupportRequestFileRow,
  support_request_note: SupportRequestNoteRow,
  support_request_times: TicketTimesRow,
  user_preference: UserPreferenceRow,
  working_hours: WorkingHoursRow,
}
const snakeCase = (name: string) => name.replace(/([A-Z]|\d+)/g, (c) => `_${c.toLowerCase()}`)
const isNullable = (schema: z.ZodType) => schema.safeParse(null).success

const { url } = await cloneDatabase()
const { database } = openDatabase(url, 2)

it.each(Object.entries(contracts))(
  'the contract of %s has exactly its columns, with the same nullability and choices',
  async (table, contract) => {
    const columns = await sql<{ name: string; nullable: boolean }>`
    select column_name as name, is_nullable = 'YES' as nullable from information_schema.columns where table_name = ${table}`.execute(
      database,
    )
    const shape = contract.shape as Record<string, z.ZodType>
    const expected = Object.entries(shape).map(([name, schema]) => ({
      name: snakeCase(name),
      nullable: isNullable(schema),
    }))
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)
    expect(columns.rows.toSorted(byName)).toEqual(expected.toSorted(byName))

    const checks = await sql<{ text: string }>`
    select pg_get_constraintdef(oid) as text from pg_constraint where contype = 'c' and conrelid = ${table}::regclass`.execute(
      database,
    )
    for (const [field, schema] of Object.entries(
      z.toJSONSchema(contract, { unrepresentable: 'any' }).properties ?? {},
    )) {
      if (typeof schema === 'boolean' || !schema.enum) continue
      const check = checks.rows.find((c) => c.text.includes(`(${snakeCase(field)} =`))
      expect(
        [...(check?.text ?? '').matchAll(/'([^']+)'/g)].map((m) => m[1]),
        field,
      ).toEqual(schema.enum)
    }
  },
)
