import { type RawBuilder, sql } from 'kysely'
import { doesCasework } from '#casework/clients/contact-policy.ts'
import { getServedPerson, recordAccess } from '#casework/clients/server/clients-public.ts'
import type { Answers } from '#casework/intake-forms/answer-value.ts'
import {
  findPublishedVersion,
  formTitle,
  readVersion,
  readVersions,
} from '#casework/intake-forms/server/intake-forms-public.ts'
import { accountName } from '#identity/accounts/server/accounts-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { columnsOf } from '#platform/server/columns.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { type Intake, IntakeRow, type IntakeSummary, type ShownAnswer } from '../intake.ts'
import { isUnsent } from '../intake-policy.ts'
import { lostAnswers } from './move-intake.ts'

/** A person whom the actor's organization serves. @throws 403, 404 */
export async function getPerson(database: Database, actor: Actor, contactId: string) {
  if (!doesCasework(actor)) throw problem('forbidden')
  return getServedPerson(database, actor, contactId)
}

/** An intake of the actor's organization, if there is one that the actor may see. */
export async function findIntake(database: Database, actor: Actor, id: string, { lock = false } = {}) {
  if (!doesCasework(actor)) return undefined
  const query = database.selectFrom('intake').select(columnsOf(IntakeRow)).where('id', '=', id)
  const intake = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return intake?.organizationId === actor.organizationId ? intake : undefined
}

/** An intake of the actor's organization. @throws 403, 404 */
export async function getIntake(database: Database, actor: Actor, id: string, options: { lock?: boolean } = {}) {
  if (!doesCasework(actor)) throw problem('forbidden')
  const intake = await findIntake(database, actor, id, options)
  if (!intake) throw problem('not-found')
  return intake
}

/** An intake, locked, for a caller whose access is checked; undefined if it was erased. */
export const lockIntake = (database: Database, id: string) =>
  database.selectFrom('intake').select(columnsOf(IntakeRow)).where('id', '=', id).forUpdate().executeTakeFirst()

/** The answers of intakes, by question. @returns by the ID of the intake */
async function listAnswersOf(database: Database, intakeIds: string[]): Promise<Map<string, ShownAnswer[]>> {
  const { rows } = await sql<ShownAnswer & { intakeId: string }>`
    select intake_id, item_key, value, revision, answered_on, ${accountName(sql`answered_by`)} as answered_by_name
    from intake_answer where intake_id = any(${intakeIds}::uuid[]) order by item_key`.execute(database)
  return Map.groupBy(rows, ({ intakeId }) => intakeId)
}

/** The answers of an intake, by question. */
export const listAnswers = async (database: Database, intakeId: string): Promise<ShownAnswer[]> =>
  (await listAnswersOf(database, [intakeId])).get(intakeId) ?? []

/** Answers as the evaluator reads them. */
export const valuesOf = (answers: Pick<ShownAnswer, 'itemKey' | 'value'>[]): Answers =>
  Object.fromEntries(answers.filter(({ value }) => value !== null).map(({ itemKey, value }) => [itemKey, value]))

const summaries = (where: RawBuilder<unknown>) => sql<IntakeSummary & { versionId: string }>`
  select id, version_id, contact_id, form_id, way, language, state, started_on, changed_on, completed_on, void_reason, result,
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

/**
 * An intake with its questions and, unless the person has not sent them yet, its answers; records the access.
 * @throws 403, 404
 */
export async function showIntake(database: Database, actor: Actor, id: string): Promise<Intake> {
  const intake = await getIntake(database, actor, id)
  const person = await getPerson(database, actor, intake.contactId)
  await recordAccess(database, actor, [intake.contactId], { way: 'record' })
  const shown = await readIntake(database, intake, `${person.firstName} ${person.lastName}`)
  if (!isUnsent(shown)) return shown
  return { ...shown, answers: [], newerVersion: shown.newerVersion && { ...shown.newerVersion, lost: [] } }
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
    versionId,
    versionNumber: version.number,
    answers,
    personName,
    newerVersion:
      newer && newer.id !== versionId
        ? { number: newer.number, lost: lostAnswers(version.definition, newer.definition, valuesOf(answers)) }
        : null,
  }
}

/**
 * Everything that a person's intakes contain, oldest first; for a caller whose access is checked.
 * @param isOwn whether the person reads them, who also sees what they have not sent yet
 */
export async function listPersonIntakes(database: Database, contactId: string, { isOwn }: { isOwn: boolean }) {
  const found = await summaries(sql`contact_id = ${contactId}::uuid`).execute(database)
  const rows = isOwn ? found.rows : found.rows.filter((intake) => !isUnsent(intake))
  const versions = await readVersions(database, [...new Set(rows.map(({ versionId }) => versionId))])
  const answers = await listAnswersOf(
    database,
    rows.map(({ id }) => id),
  )
  return rows.reverse().flatMap(({ id, versionId, title, way, state, startedOn, completedOn, result }) => {
    const definition = versions.get(versionId)?.definition
    const given = answers.get(id) ?? []
    return definition ? [{ id, title, way, state, startedOn, completedOn, result, definition, answers: given }] : []
  })
}

/** When an intake of a person was last started, answered or completed. @param contactId in SQL */
export const lastIntakeOn = (contactId: RawBuilder<unknown>) =>
  sql<string | null>`(select max(greatest(taken.started_on, taken.changed_on, taken.completed_on))
    from intake taken where taken.contact_id = ${contactId})`

export const listIntakeIds = async (database: Database, contactId: string) =>
  (await database.selectFrom('intake').select('id').where('contactId', '=', contactId).execute()).map(({ id }) => id)

/** Deletes all intakes of a person, in the erasure's transaction. */
export const eraseIntakes = (database: Database, contactId: string) =>
  database.deleteFrom('intake').where('contactId', '=', contactId).execute()
