import { anybody, findMergedInto } from '#directory/services/server/directory-public.ts'
import { suggestCorrection } from '#directory/suggestions/server/suggestions-public.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { Problem, problem } from '#platform/server/problem.ts'
import type { ListLanguage } from '../service-list.ts'
import type { WrongForm } from '../shared-answer.ts'
import { insertAnswer, listEntries } from './list-queries.ts'
import type { OpenedLink } from './shared-link.ts'
import { writerOf } from './sheet-words.ts'

/** @throws problem invalid-request if the list does not contain this service */
async function requireEntry(database: Database, { list }: OpenedLink, serviceId: string) {
  const entries = await listEntries(database, list.id)
  if (!entries.some((entry) => entry.serviceId === serviceId)) throw problem('invalid-request')
}

/** Records that somebody got help from a service: once per link. */
export async function recordHelped(database: Database, link: OpenedLink, serviceId: string) {
  await requireEntry(database, link, serviceId)
  await insertAnswer(database, { linkId: link.id, serviceId, kind: 'helped', topic: null, words: null })
}

interface Services {
  database: Database
  config: Config
}

/**
 * A suggested correction for the owner of the listing. Without words it says only what is wrong, and never becomes the
 * value of a field.
 */
function suggestionOf({ topic, words }: WrongForm, timeZone: string) {
  const { t } = writerOf('en', timeZone)
  const none = { hours: null, phone: null, contact: null, address: null, note: t('said.source') }
  if (words || topic === 'closed') return { ...none, topic, text: words || null }
  return { ...none, topic: 'other' as const, text: t('said.wrong', { topic: t(`topic.${topic}`) }) }
}

/**
 * Records what was wrong about a service, each thing once per link, for the staff of the list and as a suggested
 * correction for the owner of the listing. The owner of one that is not listed any more is not asked.
 */
export async function recordWrong(
  { database, config }: Services,
  link: OpenedLink,
  form: WrongForm,
  language: ListLanguage,
) {
  const { serviceId, topic, words } = form
  await requireEntry(database, link, serviceId)
  const answer = { linkId: link.id, serviceId, kind: 'wrong', topic, words: words || null } as const
  const suggester = { actor: null, source: 'shared-list' as const, email: null, language, reader: anybody }
  await database.transaction().execute(async (transaction) => {
    if (!(await insertAnswer(transaction, answer))) return
    const suggestion = suggestionOf(form, config.timeZone)
    const standingId = (await findMergedInto(transaction, serviceId)) ?? serviceId
    await suggestCorrection({ database: transaction, config }, standingId, suggester, suggestion).catch(
      (error: unknown) => {
        if (!(error instanceof Problem && error.code === 'not-found')) throw error
      },
    )
  })
}
