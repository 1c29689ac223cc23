import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { checkForm } from '../check-form.ts'
import { emptyForm, type FormDefinition } from '../form-definition.ts'
import { findText, type TextChange, textFieldAt, withCorrections } from '../form-texts.ts'
import type { CorrectionCall, DraftCall, IntakeForm, NewForm } from '../intake-form.ts'
import { mayChangeForm } from '../intake-form-policy.ts'
import { findVersion, getForm, readVersion, showForm } from './form-queries.ts'
import { intakeFormProblem } from './intake-form-problem.ts'

const json = (definition: FormDefinition) => sql<FormDefinition>`${JSON.stringify(definition)}::jsonb`

const audit = (database: Database, actor: Actor, id: string, action: string, detail: Record<string, unknown> = {}) =>
  recordAudit(database, { actorId: actor.accountId, action, subjectType: 'intakeForm', subjectId: id, detail })

/** The questions with which a new form begins. */
async function firstDefinition(database: Database, actor: Actor, { title, copyOf }: NewForm) {
  if (!copyOf) return emptyForm(title)
  const source = await getForm(database, actor, copyOf)
  const inUse = await findVersion(database, source.id, 'published')
  const copied = inUse ? await readVersion(database, inUse.id) : undefined
  if (!copied) throw fieldProblem('copyOf', 'form-not-published')
  return { ...copied.definition, title }
}

/** Creates a form with a draft. @throws 403, 404, 400 at `copyOf` */
export const createForm = (database: Database, actor: Actor, call: NewForm) =>
  insertForm(database, actor, call.scope, (transaction) => firstDefinition(transaction, actor, call))

/** Creates a form with this draft. @throws 403 */
export const insertForm = (
  database: Database,
  actor: Actor,
  scope: NewForm['scope'],
  define: (database: Database) => Promise<FormDefinition>,
  /** What belongs to the new form. */
  add?: (database: Database, formId: string) => Promise<void>,
): Promise<IntakeForm> =>
  database.transaction().execute(async (transaction) => {
    const organizationId = scope === 'network' ? null : actor.organizationId
    if ((scope === 'organization' && !organizationId) || !mayChangeForm(actor, { organizationId }))
      throw problem('forbidden')
    const definition = await define(transaction)
    const { id } = await transaction
      .insertInto('intakeForm')
      .values({ organizationId, createdBy: actor.accountId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertDraft(transaction, actor, id, definition)
    await add?.(transaction, id)
    await audit(transaction, actor, id, 'intakeForm.create')
    return showForm(transaction, actor, await getForm(transaction, actor, id))
  })

async function insertDraft(database: Database, actor: Actor, formId: string, definition: FormDefinition) {
  await sql`insert into intake_form_version (form_id, number, definition, changed_by)
    select ${formId}::uuid, coalesce(max(number), 0) + 1, ${json(definition)}, ${actor.accountId}
    from intake_form_version where form_id = ${formId}::uuid`.execute(database)
}

/** Saves the draft of a form; the first save makes one. @throws 403, 404, problem stale-version */
export const saveDraft = (database: Database, actor: Actor, id: string, { revision, definition }: DraftCall) =>
  database.transaction().execute(async (transaction): Promise<IntakeForm> => {
    const form = await getForm(transaction, actor, id, { toChange: true, lock: true })
    const draft = await findVersion(transaction, id, 'draft')
    if ((draft?.revision ?? 0) !== revision) throw problem('stale-version')
    if (!draft) await insertDraft(transaction, actor, id, definition)
    else await replaceDraft(transaction, actor, draft, definition)
    return showForm(transaction, actor, form)
  })

const replaceDraft = (
  database: Database,
  actor: Actor,
  { id, revision }: { id: string; revision: number },
  definition: FormDefinition,
) =>
  database
    .updateTable('intakeFormVersion')
    .set({
      definition: json(definition),
      revision: revision + 1,
      changedBy: actor.accountId,
      changedOn: sql`now()`,
    })
    .where('id', '=', id)
    .execute()

/**
 * Deletes the draft; the version in use stays. A form without a published version goes with it. Safe to repeat.
 * @throws 403, 404, problem stale-version if somebody saved the draft meanwhile
 */
export const discardDraft = (database: Database, actor: Actor, id: string, revision: number) =>
  database.transaction().execute(async (transaction) => {
    const form = await getForm(transaction, actor, id, { toChange: true, lock: true })
    const draft = await findVersion(transaction, id, 'draft')
    if (draft && draft.revision !== revision) throw problem('stale-version')
    await transaction
      .deleteFrom('intakeFormVersion')
      .where('formId', '=', form.id)
      .where('state', '=', 'draft')
      .execute()
    await audit(transaction, actor, id, 'intakeForm.discardDraft')
    const { rows } = await sql`select from intake_form_version where form_id = ${id}::uuid`.execute(transaction)
    if (!rows.length) await transaction.deleteFrom('intakeForm').where('id', '=', id).execute()
  })

/**
 * Publishes the draft: it becomes the version in use, and the one before is retired.
 * @throws problem form-incomplete with what is missing, stale-version
 */
export const publishForm = (database: Database, actor: Actor, id: string, revision: number) =>
  database.transaction().execute(async (transaction): Promise<IntakeForm> => {
    const form = await getForm(transaction, actor, id, { toChange: true, lock: true })
    const draft = await findVersion(transaction, id, 'draft')
    if (draft?.revision !== revision) throw problem('stale-version')
    const errors = checkForm(draft.definition)
    if (errors.length) throw intakeFormProblem('form-incomplete', { errors })
    await transaction
      .updateTable('intakeFormVersion')
      .set({ state: 'retired' })
      .where('formId', '=', id)
      .where('state', '=', 'published')
      .execute()
    await transaction
      .updateTable('intakeFormVersion')
      .set({ state: 'published', publishedBy: actor.accountId, publishedOn: sql`now()` })
      .where('id', '=', draft.id)
      .execute()
    await audit(transaction, actor, id, 'intakeForm.publish', { number: draft.number })
    return showForm(transaction, actor, form)
  })

/**
 * Corrects texts of the version in use, and of its draft where they are still the same; what questions mean, and their
 * answers, stay.
 * @throws 403, 404, 400 at a text that is empty, too long, or not in the form, problem stale-version
 */
export const correctTexts = (database: Database, actor: Actor, id: string, { number, texts }: CorrectionCall) =>
  database.transaction().execute(async (transaction): Promise<IntakeForm> => {
    const form = await getForm(transaction, actor, id, { toChange: true, lock: true })
    const inUse = await findVersion(transaction, id, 'published')
    if (inUse?.number !== number) throw problem('stale-version')
    const { definition } = await readVersion(transaction, inUse.id)
    const changes: (TextChange & { before: string })[] = []
    for (const [at, { path, language, text }] of texts.entries()) {
      const before = findText(definition, path, language)
      if (before === undefined) throw fieldProblem(`texts.${at}.path`, 'unknown-text')
      const { data: after, error } = textFieldAt(path).safeParse(text)
      if (error) throw fieldProblem(`texts.${at}.text`, error.issues[0]?.message ?? 'text-missing')
      if (before && !after) throw fieldProblem(`texts.${at}.text`, 'text-missing')
      if (before === after) continue
      changes.push({ path, language, before, text: after })
      await transaction
        .insertInto('intakeFormCorrection')
        .values({ versionId: inUse.id, path, language, before, after, correctedBy: actor.accountId })
        .execute()
    }
    const draft = await findVersion(transaction, id, 'draft')
    const corrected = draft && withCorrections(draft.definition, definition, changes)
    // Whoever is editing the draft meets a newer one only if it changed.
    if (corrected && !isDeepStrictEqual(corrected, draft.definition))
      await replaceDraft(transaction, actor, draft, corrected)
    await audit(transaction, actor, id, 'intakeForm.correct', { number, paths: texts.map(({ path }) => path) })
    return showForm(transaction, actor, form)
  })

/** Takes a form out of use, or back into use. Intakes that were begun can be completed. Safe to repeat. */
export const archiveForm = (database: Database, actor: Actor, id: string, isArchived: boolean) =>
  database.transaction().execute(async (transaction): Promise<IntakeForm> => {
    const form = await getForm(transaction, actor, id, { toChange: true, lock: true })
    if ((form.archivedOn !== null) === isArchived) return showForm(transaction, actor, form)
    await transaction
      .updateTable('intakeForm')
      .set({ archivedOn: isArchived ? sql`now()` : null })
      .where('id', '=', id)
      .execute()
    await audit(transaction, actor, id, isArchived ? 'intakeForm.archive' : 'intakeForm.restore')
    return showForm(transaction, actor, await getForm(transaction, actor, id))
  })
