import { snakeCase, withoutComments } from './find-writes.ts'

const join = '(?:inner|left|right|full|cross)Join(?:Lateral)?'
const builder = new RegExp(`(?:\\b(?:selectFrom|${join})|\\.(?:from|using))\\(\\s*(\\[[^\\]]*\\]|['"\`]\\w+)`, 'g')
const namedAtRunTime = new RegExp(`\\b(?:selectFrom|${join})\\(\\s*(?:[a-z]\\w*[,)]|\`\\$)`)
const named = /\bsql\.table\(\s*['"`](\w+)/g
const alias =
  '(?:\\s+(?:as\\s+)?(?!(?:join|on|using|where|left|right|inner|full|cross|natural|for|group|order|limit|union)\\b)\\w+)?'
/** A table behind `from`, `join` or `using`, and those behind a comma. */
const raw = new RegExp(
  `\\b(?:from|join|using)\\s+((?!lateral\\b)(?:only\\s+)?(?:public\\.)?"?\\w+"?${alias}(?:\\s*,\\s*\\w+${alias})*)`,
  'gi',
)

const tablesOf = (list: string) =>
  list
    .split(',')
    .map((table) => /^\s*(?:only\s+)?(?:public\.)?"?(\w+)/i.exec(table)?.[1]?.toLowerCase() ?? '')
    .filter(Boolean)

/** Text in which a column follows `from`, as in `extract(epoch from session.created_on)`, reads no table. */
const withoutColumns = (code: string) => code.replace(/\bfrom\s+(?!public\.)\w+\./gi, '')

/**
 * The tables that code reads, by their names in the database: with Kysely's builder or in SQL text.
 * @returns `*` for one whose name is only known when it runs
 */
export function findReads(source: string) {
  const code = withoutComments(source)
  const names = [...code.matchAll(builder)].flatMap(([, list = '']) =>
    [...list.matchAll(/['"`](\w+)/g)].map(([, name = '']) => snakeCase(name)),
  )
  for (const [, name = ''] of code.matchAll(named)) names.push(snakeCase(name))
  for (const [, list = ''] of withoutColumns(code).matchAll(raw)) names.push(...tablesOf(list))
  if (namedAtRunTime.test(code)) names.push('*')
  return [...new Set(names)]
}
