import { type RawBuilder, sql } from 'kysely'
import { accountName } from '#identity/accounts/server/accounts-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { columnsOf } from '#platform/server/columns.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { Texts } from '../form-definition.ts'
import { withTexts } from '../form-texts.ts'
import { type FormList, type FormsInUse, FormVersionRow, type IntakeForm, IntakeFormRow } from '../intake-form.ts'
import { mayChangeForm, mayUseForm } from '../intake-form-policy.ts'

/** A form that the actor may use, or change. @throws 404, 403 */
export async function getForm(
  database: Database,
  actor: Actor,
  id: string,
  { toChange = false, lock = false } = {},
): Promise<IntakeFormRow> {
  const query = database.selectFrom('intakeForm').select(columnsOf(IntakeFormRow)).where('id', '=', id)
  const form = await (lock ? query.forUpdate() : query).executeTakeFirst()
  if (!form || !mayUseForm(actor, form)) throw problem('not-found')
  if (toChange && !mayChangeForm(actor, form)) throw problem('forbidden')
  return form
}

/** The version of a form in a state of which it has at most one. */
export const findVersion = (database: Database, formId: string, state: 'draft' | 'published') =>
  database
    .selectFrom('intakeFormVersion')
    .select(columnsOf(FormVersionRow))
    .where('formId', '=', formId)
    .where('state', '=', state)
    .executeTakeFirst()

/** The ID of a form's version in use; undefined if it was taken out of use. */
export async function findVersionInUse(database: Database, formId: string) {
  const version = await database
    .selectFrom('intakeFormVersion as version')
    .innerJoin('intakeForm as form', 'form.id', 'version.formId')
    .select('version.id')
    .where('form.id', '=', formId)
    .where('form.archivedOn', 'is', null)
    .where('version.state', '=', 'published')
    .executeTakeFirst()
  return version?.id
}

/** The versions in use of the forms that the actor may fill in, by title. */
export async function listFormsInUse(database: Database, actor: Actor): Promise<FormsInUse> {
  const rows = await database
    .selectFrom('intakeFormVersion as version')
    .innerJoin('intakeForm as form', 'form.id', 'version.formId')
    .select(['version.id', 'form.organizationId'])
    .where('form.archivedOn', 'is', null)
    .where('version.state', '=', 'published')
    .where((where) =>
      where.or([where('organizationId', 'is', null), where('organizationId', '=', actor.organizationId ?? null)]),
    )
    .execute()
  const ids = rows.filter((form) => mayUseForm(actor, form)).map(({ id }) => id)
  const items = [...(await readVersions(database, ids)).values()].map(({ id, formId, number, definition }) => ({
    ...{ versionId: id, formId, number, definition },
  }))
  return { items: items.sort((a, b) => a.definition.title.en.localeCompare(b.definition.title.en)), nextCursor: null }
}

/** The corrections of a form's versions, oldest first. */
async function listCorrections(database: Database, formId: string) {
  const { rows } = await sql<IntakeForm['corrections'][number]>`
    select version.number, path, language, before, after, corrected_on,
      ${accountName(sql`corrected_by`)} as corrected_by_name
    from intake_form_correction correction join intake_form_version version on version.id = correction.version_id
    where version.form_id = ${formId}::uuid order by corrected_on, correction.id`.execute(database)
  return rows
}

/** Versions as they are read: with their texts corrected. @returns by ID */
export async function readVersions(database: Database, versionIds: string[]): Promise<Map<string, FormVersionRow>> {
  if (!versionIds.length) return new Map()
  const versions = await database
    .selectFrom('intakeFormVersion')
    .select(columnsOf(FormVersionRow))
    .where('id', 'in', versionIds)
    .execute()
  const corrections = await database
    .selectFrom('intakeFormCorrection')
    .select(['versionId', 'path', 'language', 'after as text'])
    .where('versionId', 'in', versionIds)
    .orderBy('correctedOn')
    .orderBy('id')
    .execute()
  return new Map(
    versions.map((version) => {
      const ofVersion = corrections.filter(({ versionId }) => versionId === version.id)
      return [version.id, { ...version, definition: withTexts(version.definition, ofVersion) }]
    }),
  )
}

/** A version as it is read. @throws Error if there is none */
export async function readVersion(database: Database, versionId: string): Promise<FormVersionRow> {
  const version = (await readVersions(database, [versionId])).get(versionId)
  if (!version) throw new Error(`There is no version ${versionId} of an intake form`)
  return version
}

/** The title of a version with its corrections, in SQL. @param versionId in SQL */
export const formTitle = (versionId: RawBuilder<unknown>) => sql<Texts>`(
  select version.definition -> 'title' || coalesce(
    (
      select jsonb_object_agg(language, after order by corrected_on, correction.id)
      from intake_form_correction correction where version_id = version.id and path = 'title'
    ), '{}')
  from intake_form_version version where version.id = ${versionId})`

/** The draft of a form, with who saved it. */
async function findDraft(database: Database, formId: string) {
  const draft = await findVersion(database, formId, 'draft')
  if (!draft) return null
  const { rows } = await sql<{ name: string | null }>`
    select ${accountName(sql`${draft.changedBy}::uuid`)} as name`.execute(database)
  return { ...draft, changedByName: rows[0]?.name ?? null }
}

/** A form with its version in use; draft, versions and corrections only for those who may change it. */
export async function showForm(database: Database, actor: Actor, form: IntakeFormRow): Promise<IntakeForm> {
  const mayChange = mayChangeForm(actor, form)
  const inUse = await findVersion(database, form.id, 'published')
  const published = inUse ? await readVersion(database, inUse.id) : null
  const { rows: versions } = await sql<IntakeForm['versions'][number]>`
    select number, state, published_on, ${accountName(sql`published_by`)} as published_by_name
    from intake_form_version where form_id = ${form.id}::uuid and state <> 'draft' order by number desc`.execute(
    database,
  )
  return {
    ...form,
    mayChange,
    published: published?.publishedOn ? { ...published, publishedOn: published.publishedOn } : null,
    draft: mayChange ? await findDraft(database, form.id) : null,
    versions: mayChange ? versions : [],
    corrections: mayChange ? await listCorrections(database, form.id) : [],
  }
}

/**
 * The forms that the actor may use, by title; those who may change a form see it also before it is published and after
 * it was archived.
 */
export async function listForms(database: Database, actor: Actor): Promise<FormList> {
  const forms = await database
    .selectFrom('intakeForm')
    .select(columnsOf(IntakeFormRow))
    .where((where) =>
      where.or([where('organizationId', 'is', null), where('organizationId', '=', actor.organizationId ?? null)]),
    )
    .execute()
  const versions = forms.length
    ? await database
        .selectFrom('intakeFormVersion')
        .select(['formId', 'state', 'number', 'publishedOn'])
        .select([
          formTitle(sql`intake_form_version.id`).as('title'),
          sql<number>`(
            select count(*)::int from jsonb_path_query(definition, '$.pages[*].items[*] ? (@.kind != "note")')
          )`.as('questionCount'),
        ])
        .where(
          'formId',
          'in',
          forms.map(({ id }) => id),
        )
        .where('state', '<>', 'retired')
        .execute()
    : []
  const items = forms
    .filter((form) => mayUseForm(actor, form))
    .flatMap((form) => {
      const mayChange = mayChangeForm(actor, form)
      const draft = versions.find(({ formId, state }) => formId === form.id && state === 'draft')
      const published = versions.find(({ formId, state }) => formId === form.id && state === 'published')
      const shown = published ?? draft
      if (!shown || (!mayChange && (!published || form.archivedOn))) return []
      return {
        ...form,
        title: shown.title,
        publishedNumber: published?.number ?? null,
        publishedOn: published?.publishedOn ?? null,
        hasDraft: mayChange && draft !== undefined,
        mayChange,
        questionCount: shown.questionCount,
      }
    })
  return { items: items.sort((a, b) => a.title.en.localeCompare(b.title.en)), nextCursor: null }
}
