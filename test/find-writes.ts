/** Removes comments from code, because they contain no statements. */
export const withoutComments = (code: string) =>
  code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/[^\n]*/g, '$1')
export const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const builder = /\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"`](\w+)/g
const namedAtRunTime = /\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*[^'"`\s]/
const raw = [
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(?:public\.)?"?(\w+)/gi,
  /\bupdate\s+(?:only\s+)?(?:public\.)?"?(\w+)"?\s+(?:(?:as\s+)?\w+\s+)?set\b/gi,
]

/**
 * The tables that code writes, by their names in the database: through Kysely's builder or in SQL text.
 * @returns `*` for one whose name is known only at run time
 */
export function findWrites(source: string) {
  const code = withoutComments(source)
  const names = [...code.matchAll(builder)].map(([, name = '']) => snakeCase(name))
  for (const pattern of raw) for (const [, name = ''] of code.matchAll(pattern)) names.push(name.toLowerCase())
  if (namedAtRunTime.test(code)) names.push('*')
  if (/\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+\$\{/i.test(code)) names.push('*')
  return [...new Set(names)]
}
