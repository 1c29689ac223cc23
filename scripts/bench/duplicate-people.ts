import { parseArgs } from 'node:util'
import pg from 'pg'
import { openDatabase } from '../../src/platform/server/database.ts'
import { makeOrganization } from '../../test/factories.ts'
import { startTestDatabases } from '../../test/global-setup.ts'
import { makePeople } from './made-people.ts'
import { insertPeople, measurePeople } from './measure-people.ts'

// Makes an organization with many people, a tenth of them twice, and prints how well the duplicates are found: see
// docs/decisions/0326-duplicate-people.md.

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '5000' },
    seeds: { type: 'string', default: 'one,two,three' },
    worst: { type: 'string', default: '0' },
  },
})

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

async function measureSeed(templateUrl: string, seed: string) {
  const name = `people_${seed}`
  const client = new pg.Client({ connectionString: templateUrl.replace(/\/[^/]*$/, '/postgres') })
  await client.connect()
  await client.query(`create database ${name} template template_hearthline`)
  await client.end()
  const { database, close } = openDatabase(templateUrl.replace(/\/[^/]*$/, `/${name}`), 2)
  try {
    const people = makePeople(Number(values.people), seed)
    const { id } = await makeOrganization(database)
    await insertPeople(database, id, people)
    return await measurePeople(database, id, people)
  } finally {
    await close()
  }
}

const { templateUrl, stop } = await startTestDatabases()
try {
  console.log('| Seed | Recall, likely | Precision, likely | Recall, all | Likely | Possible | Seconds |')
  console.log('|---|--:|--:|--:|--:|--:|--:|')
  for (const seed of values.seeds.split(',')) {
    const measured = await measureSeed(templateUrl, seed)
    const { recall, precision, recallOfAll, likely, possible, milliseconds } = measured
    const shares = [recall, precision, recallOfAll].map(percent).join(' | ')
    console.log(`| ${seed} | ${shares} | ${likely} | ${possible} | ${(milliseconds / 1000).toFixed(1)} |`)
    for (const [damage, share] of Object.entries(measured.byDamage)) console.log(`  ${damage}: ${percent(share)}`)
    for (const pair of measured.missed.slice(0, Number(values.worst))) console.log('  missed', ...pair)
    for (const pair of measured.wrong.slice(0, Number(values.worst))) console.log('  wrong', ...pair)
  }
} finally {
  await stop()
}
