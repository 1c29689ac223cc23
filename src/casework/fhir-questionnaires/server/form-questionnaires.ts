import { sql } from 'kysely'
import type { z } from 'zod'
import { getForm, insertForm, showForm } from '#casework/intake-forms/server/intake-forms-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { exportQuestionnaire } from '../export-questionnaire.ts'
import type { QuestionnaireAnswer, QuestionnaireCall } from '../questionnaire.ts'
import { readQuestionnaire } from '../read-questionnaire.ts'

/** The version of a form in use as a Questionnaire, or its draft for those who may change it; retired if it is archived. @throws 404 */
export async function showQuestionnaire(database: Database, actor: Actor, id: string) {
  const form = await getForm(database, actor, id)
  const { published, draft } = await showForm(database, actor, form)
  const shown = published ?? draft
  if (!shown) throw problem('not-found')
  const source = await database
    .selectFrom('formQuestionnaire')
    .select('resource')
    .where('formId', '=', id)
    .executeTakeFirst()
  const exported = exportQuestionnaire(shown.definition, published ? 'active' : 'draft', source?.resource)
  return form.archivedOn ? { ...exported, status: 'retired' } : exported
}

/** More levels than any Questionnaire has. */
const MOST_LEVELS = 100

function isDeeper(value: unknown) {
  const left: [part: unknown, level: number][] = [[value, 0]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [part, level] = next
    if (level > MOST_LEVELS) return true
    if (Object(part) === part) for (const each of Object.values(part as object)) left.push([each, level + 1])
  }
  return false
}

/** PostgreSQL stores no zero byte and no half of a character. */
const isStorable = (json: string) => !/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(json)

/** Creates a form with a draft that asks what a Questionnaire asks. @throws 403, 400 at `questionnaire` */
export async function importQuestionnaire(
  database: Database,
  actor: Actor,
  { scope, questionnaire }: z.infer<typeof QuestionnaireCall>,
): Promise<QuestionnaireAnswer> {
  if (questionnaire.resourceType !== 'Questionnaire') throw fieldProblem('questionnaire', 'not-a-questionnaire')
  const isSound = !isDeeper(questionnaire) && isStorable(JSON.stringify(questionnaire))
  const read = isSound ? readQuestionnaire(questionnaire) : null
  if (!read) throw fieldProblem('questionnaire', 'questionnaire-unreadable')
  const form = await insertForm(
    database,
    actor,
    scope,
    async () => read.definition,
    async (transaction, formId) => {
      await transaction
        .insertInto('formQuestionnaire')
        .values({ formId, resource: sql`${JSON.stringify(questionnaire)}::jsonb` })
        .execute()
    },
  )
  return { form, ignored: read.ignored.slice(0, 500) }
}
