import { type RawBuilder, sql } from 'kysely'
import { doesCasework, maySeeContact } from '#casework/clients/contact-policy.ts'
import { recordAccess } from '#casework/clients/server/clients-public.ts'
import type { Answers } from '#casework/intake-forms/answer-value.ts'
import { findPublishedVersion, formTitle, readVersion } from '#casework/intake-forms/server/intake-forms-public.ts'
import { accountName } from '#identity/accounts/server/accounts-public.ts'
import { findContactRow } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { columnsOf } from '#platform/server/columns.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { type Intake, IntakeRow, type IntakeSummary, type ShownAnswer } from '../intake.ts'
import { lostAnswers } from './move-intake.ts'

/** A person whom the actor's organization serves. @throws 403, 404 */
export async function getPerson(database: Database, actor: Actor, contactId: string) {
  if (!doesCasework(actor)) throw problem('forbidden')
  const person = await findContactRow(database, contactId)
  if (!person || !maySeeContact(actor, person)) throw problem('not-found')
  return person
}

/** An intake of the actor's organization. @throws 403, 404 */
export async function getIntake(database: Database, actor: Actor, id: string, { lock = false } = {}) {
  if (!doesCasework(actor)) throw problem('forbidden')
  const query = database.selectFrom('intake').select(columnsOf(IntakeRow)).where('id', '=', id)
  const intake = await (lock ? query.forUpdate() : query).executeTakeFirst()
  if (!intake || intake.organizationId !== actor.organizationId) throw problem('not-found')
  return intake
}

/** An intake, locked, for a caller whose access is checked; undefined if it was erased. */
export const lockIntake = (database: Database, id: string) =>
  database.selectFrom('intake').select(columnsOf(IntakeRow)).where('id', '=', id).forUpdate().executeTakeFirst()

/** The answers of an intake, by question. */
export async function listAnswers(database: Database, intakeId: string): Promise<ShownAnswer[]> {
  const { rows } = await sql<ShownAnswer>`
    select item_key, value, revision, answered_on, ${accountName(sql`answered_by`)} as answered_by_name
    from intake_answer where intake_id = ${intakeId}::uuid order by item_key`.execute(database)
  return rows
}

/** Answers as the evaluator reads them. */
export const valuesOf = (answers: Pick<ShownAnswer, 'itemKey' | 'value'>[]): Answers =>
  Object.fromEntries(answers.filter(({ value }) => value !== null).map(({ itemKey, value }) => [itemKey, value]))

const summaries = (where: RawBuilder<unknown>) => sql<IntakeSummary>`
  select id, contact_id, form_id, way, language, state, started_on, changed_on, completed_on, void_reason, result,
    ${formTitle(sql`version_id`)} as title, ${accountName(sql`started_by`)} as started_by_name,
    ${accountName(sql`completed_by`)} as completed_by_name,
    coalesce((select jsonb_agg(jsonb_build_object('need', need, 'requestId', request_id) order by need)
      from intake_need where intake_id = intake.id), '[]') as needs
  from intake where ${where} order by started_on desc, id`

/** The intakes of a person, newest first; records the access. @throws 403, 404 */
export async function listIntakes(database: Database, actor: Actor, contactId: string): Promise<IntakeSummary[]> {
  await getPerson(database, actor, contactId)
  await recordAccess(database, actor, [contactId], { way: 'record' })
  return (await summaries(sql`contact_id = ${contactId}::uuid`).execute(database)).rows
}

/** An intake with its questions and answers; records the access. @throws 403, 404 */
export async function showIntake(database: Database, actor: Actor, id: string): Promise<Intake> {
  const intake = await getIntake(database, actor, id)
  const person = await getPerson(database, actor, intake.contactId)
  await recordAccess(database, actor, [intake.contactId], { way: 'record' })
  return readIntake(database, intake, `${person.firstName} ${person.lastName}`)
}

/** @param personName as the reader may see it */
export async function readIntake(database: Database, { id, formId, versionId, state }: IntakeRow, personName: string) {
  const {
    rows: [summary],
  } = await summaries(sql`id = ${id}::uuid`).execute(database)
  if (!summary) throw problem('not-found')
  const version = await readVersion(database, versionId)
  const answers = await listAnswers(database, id)
  const newer = state === 'draft' ? await findPublishedVersion(database, formId) : undefined
  return {
    ...summary,
    definition: version.definition,
    versionNumber: version.number,
    answers,
    personName,
    newerVersion:
      newer && newer.id !== versionId
        ? { number: newer.number, lost: lostAnswers(version.definition, newer.definition, valuesOf(answers)) }
        : null,
  }
}

/** Everything that a person's intakes contain, for their own copy, oldest first. */
export async function listPersonIntakes(database: Database, contactId: string) {
  const { rows } = await summaries(sql`contact_id = ${contactId}::uuid`).execute(database)
  return Promise.all(
    rows.reverse().map(async ({ id, title, way, state, startedOn, completedOn, result }) => {
      const { versionId } = await database
        .selectFrom('intake')
        .select('versionId')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const { definition } = await readVersion(database, versionId)
      const answers = await listAnswers(database, id)
      return { title, way, state, startedOn, completedOn, result, definition, answers }
    }),
  )
}

/** Takes away all intakes of a person, in the transaction of their erasure. */
export const eraseIntakes = (database: Database, contactId: string) =>
  database.deleteFrom('intake').where('contactId', '=', contactId).execute()
