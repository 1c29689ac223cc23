import { parseArgs } from 'node:util'
import pg from 'pg'
import { openDatabase } from '../../src/platform/server/database.ts'
import { startTestDatabases } from '../../test/global-setup.ts'
import { kinds, readJudgedQueries } from '../../test/relevance/judged-queries.ts'
import { hasPublishedSets, importSet, ownSets, publishedSets } from '../../test/relevance/judged-sets.ts'
import { emptyShare, type Measured, meanNdcg, measureRelevance } from '../../test/relevance/measure-relevance.ts'

// Runs the judged queries (test/relevance/judged-queries.csv), each over its own directory, and prints how well the
// search answers them: see docs/benchmarks-relevance.md.

const usage = `npm run bench:relevance -- [--worst 20] [--all]

  --worst  how many of the worst queries are listed
  --all    lists every query with what was found`

async function measureSet(templateUrl: string, set: string) {
  const name = `relevance_${set.replaceAll('-', '_')}`
  const client = new pg.Client({ connectionString: templateUrl.replace(/\/[^/]*$/, '/postgres') })
  await client.connect()
  await client.query(`create database ${name} template template_hearthline`)
  await client.end()
  const { database, close } = openDatabase(templateUrl.replace(/\/[^/]*$/, `/${name}`), 2)
  try {
    await importSet(database, set)
    const queries = readJudgedQueries().filter((query) => query.set === set)
    return await measureRelevance(database, queries, 'America/New_York')
  } finally {
    await close()
  }
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`
const row = (name: string, measured: Measured[]) =>
  `| ${name} | ${measured.length} | ${meanNdcg(measured).toFixed(3)} | ${percent(emptyShare(measured))} |`

function printTable(title: string, groups: (readonly [string, Measured[]])[]) {
  console.log(`\n| ${title} | queries | nDCG@10 | empty |\n|---|--:|--:|--:|`)
  for (const [name, measured] of groups) if (measured.length) console.log(row(name, measured))
}

function printQuery({ set, kind, zip, text, ndcg, found, grades, relaxed }: Measured) {
  const shown = found.map((key) => `${key}:${grades.get(key) ?? 0}`).join(' ')
  const missed = [...grades].filter(([key]) => !found.includes(key)).map(([key, grade]) => `${key}:${grade}`)
  console.log(`${ndcg.toFixed(2)}  ${text} (${[set, kind, zip, ...relaxed].filter(Boolean).join(', ')})`)
  console.log(`      found ${shown || 'nothing'}${missed.length ? `; not shown ${missed.join(' ')}` : ''}`)
}

const { values } = parseArgs({
  options: { worst: { type: 'string', default: '20' }, all: { type: 'boolean' }, help: { type: 'boolean' } },
})
if (values.help) console.log(usage)
else {
  const sets = [...ownSets, ...(hasPublishedSets ? publishedSets : [])]
  if (!hasPublishedSets) console.log('Without HEARTHLINE_FIXTURES, only the directories of this repository.')
  const { templateUrl, stop } = await startTestDatabases()
  try {
    const measured: Measured[] = []
    for (const set of sets) measured.push(...(await measureSet(templateUrl, set)))
    printTable('Kind', [
      ...kinds.map((kind) => [kind, measured.filter((query) => query.kind === kind)] as const),
      ['**all**', measured] as const,
    ])
    printTable(
      'Directory',
      sets.map((set) => [set, measured.filter((query) => query.set === set)] as const),
    )
    const worst = measured.toSorted((a, b) => a.ndcg - b.ndcg)
    console.log('\nThe worst:')
    for (const query of values.all ? worst : worst.slice(0, Number(values.worst))) printQuery(query)
  } finally {
    await stop()
  }
}
