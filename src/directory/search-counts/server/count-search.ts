import { createHmac, hkdfSync, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { managerRoles } from '#directory/services/directory-policy.ts'
import { type CountSearch, listDirectoryPhrases } from '#directory/services/server/directory-public.ts'
import { listLexiconPhrases } from '#directory/taxonomy/server/taxonomy-public.ts'
import { type Actor, hasRole } from '#platform/schema/roles.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { countedWords, vocabularyOf, zipAreaOf } from '../kept-words.ts'

/** Words that are in no list are kept once this many people of this many organizations searched for them. */
const PEOPLE = 3
const ORGANIZATIONS = 2

const VOCABULARY_MS = 60_000

type Installation = Pick<Config, 'secretKeys' | 'timeZone'>

/** Pseudonyms for words and for who searched for them; they mean nothing without the portal's key, and apart from each other. */
function createCodes({ secretKeys }: Installation) {
  const key = Buffer.from(hkdfSync('sha256', secretKeys[0] ?? '', '', 'hearthline search', 32))
  return (...parts: string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
}

/** The words of the directory itself, read once a minute. */
function createVocabulary(database: Database) {
  let read: { on: number; isKnown: Promise<(word: string) => boolean> } | null = null
  const load = async () => vocabularyOf([...(await listDirectoryPhrases(database)), ...(await listLexiconPhrases())])
  return () => {
    if (!read || Date.now() - read.on > VOCABULARY_MS) {
      read = { on: Date.now(), isKnown: load() }
      read.isKnown.catch(() => {
        read = null
      })
    }
    return read.isKnown
  }
}

/**
 * Notes each search, so that it can be counted when it is over. Those of the people who look after the directory do not
 * count: they try out what others searched for.
 */
export function createSearchCount({ database, config }: { database: Database; config: Installation }): CountSearch {
  const codeOf = createCodes(config)
  const vocabulary = createVocabulary(database)
  const today = sql<string>`(now() at time zone ${config.timeZone})::date`

  /** Whether enough different people searched for these words, this one included. */
  async function isCommon(words: string, actor: Actor) {
    const code = codeOf('words', words)
    const seeker = codeOf('seeker', words, actor.accountId)
    await database
      .insertInto('rareSearch')
      .values({
        ...{ wordsCode: code, seekerCode: seeker, day: today },
        groupCode: actor.organizationId ? codeOf('group', words, actor.organizationId) : seeker,
      })
      .onConflict((c) => c.columns(['wordsCode', 'seekerCode']).doUpdateSet({ day: today }))
      .execute()
    const { people, groups } = await database
      .selectFrom('rareSearch')
      .select(({ fn }) => [fn.countAll<number>().as('people'), fn.count<number>('groupCode').distinct().as('groups')])
      .where('wordsCode', '=', code)
      .executeTakeFirstOrThrow()
    return people >= PEOPLE && groups >= ORGANIZATIONS
  }

  async function wordsToKeep(text: string | undefined, actor: Actor) {
    const words = text ? countedWords(text) : ''
    if (!words) return words
    const isKnown = await vocabulary()
    return words.split(' ').every(isKnown) || (await isCommon(words, actor)) ? words : null
  }

  return async (actor, { id, text, category, near, outcome }) => {
    if (hasRole(actor, ...managerRoles) || (!text && !category?.length)) return
    // Whether something was opened, only a browser that names its search can say.
    if (!id && outcome === 'found') return
    const attempt = {
      words: await wordsToKeep(text, actor),
      categoryId: category?.[0] ?? null,
      zipArea: zipAreaOf(near),
      outcome,
    }
    await database
      .insertInto('searchAttempt')
      .values({ id: id ?? randomUUID(), day: today, ...attempt })
      .onConflict((c) =>
        c.column('id').doUpdateSet({
          ...attempt,
          // What a change of its filters found counts: the best of it.
          outcome: sql`case when 'found' in (search_attempt.outcome, excluded.outcome) then 'found'
            when 'relaxed' in (search_attempt.outcome, excluded.outcome) then 'relaxed' else 'nothing' end`,
          seenOn: sql`now()`,
        }),
      )
      .execute()
  }
}

/** A person opened a service from this search, called it, or began a referral. */
export const noteOpened = (database: Database, id: string) =>
  database.updateTable('searchAttempt').set({ isOpened: true, seenOn: sql`now()` }).where('id', '=', id).execute()
