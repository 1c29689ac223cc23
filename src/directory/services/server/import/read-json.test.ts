import { createWriteStream, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Remark } from './draft.ts'
import type { ReadRow } from './import-row.ts'
import { readJson } from './read-json.ts'
import { RowSpool } from './row-spool.ts'

const MB = 1024 * 1024
const folder = mkdtempSync(join(tmpdir(), 'hearthline-json-'))
let spool: RowSpool
beforeEach(() => {
  spool = new RowSpool()
})
afterEach(() => spool.close())

async function read(path: string, onRead: (records: number) => void = () => undefined) {
  const refused: Remark[] = []
  const rest = await readJson(path, { spool, onRead, refuse: (remark) => refused.push(remark) })
  return { ...rest, said: refused.map(({ line, reason }) => `${line} ${reason}`) }
}

async function rowsOf(kind: string) {
  const rows: ReadRow[] = []
  for (const file of spool.files()) if (file.kind === kind) for await (const row of file.rows()) rows.push(row)
  return rows
}
const namesOf = async (kind: string) => (await rowsOf(kind)).map(({ cells }) => cells.name)

function file(name: string, text: string) {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

/** What lives in this thread when all garbage is gone. */
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
function live() {
  // The first collection may leave the bytes of dead buffers to be counted; the second one does not.
  for (const _ of [1, 2]) collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const RECORDS = 30_000
const service = (at: number) => ({
  ...{ id: `s${at}`, name: `Help ${at}`, description: 'word '.repeat(200) },
  // Each provider is told again with each of its services.
  organization: { id: `o${at % 1000}`, name: `House ${at % 1000}`, description: 'text '.repeat(40) },
  phones: [{ id: `p${at}`, number: '716-555-0100' }],
})

it.each([
  ['services.json', '{"total_items": 3, "contents": [\n', ',\n', ']}'],
  ['services.ndjson', '', '\n', '\n'],
])('DIR-03 of a large %s no more than a few records are ever in memory', async (name, start, between, end) => {
  const path = join(folder, `large-${name}`)
  function* text() {
    yield start
    for (let at = 0; at < RECORDS; at += 1)
      yield `${at ? between : ''}${JSON.stringify(service(at), null, end === '\n' ? 0 : 1)}`
    yield end
  }
  await pipeline(Readable.from(text()), createWriteStream(path))
  const before = live()
  let most = 0
  const { said, isWhole } = await read(path, (records) => {
    if (records % (RECORDS / 5) === 0) most = Math.max(most, live() - before)
  })
  expect([said, isWhole]).toEqual([[], true])
  // The file has 40 MB; its 61,000 rows are found again by their identifiers, which need less than 3.
  expect(most).toBeLessThan(8 * MB)
  let count = 0
  for (const { kind, rows } of spool.files())
    if (kind === 'service') for await (const row of rows()) if (row.cells.name === `Help ${row.line - 1}`) count += 1
  expect(count).toBe(RECORDS)
  expect(await rowsOf('organization')).toHaveLength(1000)
  expect(live() - before).toBeLessThan(8 * MB)
})

it('DIR-03 a record that stands in several places is one row with all that they say', async () => {
  await read(
    file('services.json', JSON.stringify([{ id: 's1', name: 'Soup', organization: { id: 'o1', name: 'Elm' } }])),
  )
  const more = [
    { id: 'o1', name: 'Elm', email: 'elm@elm.test' },
    { id: 'o1', name: 'Oak' },
    { id: 'o1', name: 'Elm', website: 'https://elm.test', email: 'other@elm.test' },
  ]
  const { said } = await read(file('organizations.json', JSON.stringify(more)))
  // The first value stands; another name is another record.
  expect((await rowsOf('organization')).map(({ cells, ...place }) => ({ ...cells, ...place }))).toEqual([
    { id: 'o1', name: 'Elm', email: 'elm@elm.test', website: 'https://elm.test', file: 'services.json', line: 1 },
  ])
  expect(said).toEqual(['2 id "o1" stands also at services.json:1, which came first'])
})

it.each([
  [
    'no comma',
    '[{"id":"1","name":"A"},\n {"id":"2","name":"B"}\n {"id":"3"}]',
    ['A', 'B'],
    "3 the file is not JSON: expected ',' at line 3, character 2; the rest of the file was not read, only the records before (2)",
  ],
  [
    'cut off',
    '{"contents":[{"id":"1","name":"A"},{"id":"2","na',
    ['A'],
    '2 the file is not JSON: expected a string value at line 1, character 49; the rest of the file was not read, only the records before (1)',
  ],
  [
    'more behind it',
    '[{"id":"1","name":"A"}] and more',
    ['A'],
    '2 the file is not JSON: expected a value at line 1, character 25; the rest of the file was not read, only the records before (1)',
  ],
  [
    'a line',
    '{"id":"1","name":"A"}\n{"id":"2",\n{"id":"3","name":"C"}\n',
    ['A', 'C'],
    expect.stringMatching(/^2 the line is not JSON: ./),
  ],
  ['deep', '['.repeat(600), [], '1 the file is not JSON: it is nested too deeply'],
  ['empty', ' \n ', [], '1 the file is not JSON: it is empty'],
])(
  'DIR-03 of JSON that breaks in the middle, what came before is taken and the place is said: %s',
  async (_, text, names, reason) => {
    const { isWhole, said } = await read(file('organizations.json', text))
    expect([isWhole, said, await namesOf('organization')]).toEqual([false, [reason], names])
  },
)

it('DIR-03 lists, pages, single records and one in each line are read alike', async () => {
  for (const text of [
    '\ufeff[{"id":"1","name":"A"},7,{"id":"2","name":"B"}]',
    '{"contents":[{"id":"1","name":"A"},{"id":"2","name":"B"}],"links":[{"id":"9","name":"no"}]}',
    '{"id":"1","name":"A"}\r\n\r\n{"id":"2","name":"B"}',
    '{\n"id":"1",\n"name":"A"}\n{"id":"2",\n"name":"B"}',
  ]) {
    spool.close()
    const { said, isWhole } = await read(file('organizations.json', text))
    expect([said, isWhole, await namesOf('organization')], text).toEqual([[], true, ['A', 'B']])
  }
})
