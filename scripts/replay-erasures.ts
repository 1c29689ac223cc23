import { parseArgs } from 'node:util'
import { listErasures, replayErasure } from '../src/casework/person-rights/server/erase-person.ts'
import { readErasures, saveErasures } from './erasure-list.ts'
import { withDatabase } from './open-database.ts'
import { readEnvironmentFile } from './read-environment-file.ts'

const usage = `npm run replay-erasures -- <list.json>          erases once more whom the list names, after a restore
npm run replay-erasures -- --save <list.json>   writes the list of all erasures: identifiers only

  Keep the list apart from the backups, and newer than they are. Replaying twice is replaying once. Saving keeps what an
  earlier list in that file names and the database does not.`

async function run() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { save: { type: 'string' }, help: { type: 'boolean' } },
  })
  const file = positionals[0]
  const { save } = values
  if (values.help || Boolean(file) === Boolean(save)) return console.log(usage)
  const listed = file ? readErasures(file) : []
  await withDatabase(2, async (database) => {
    if (save) {
      const erasures = await listErasures(database)
      const { kept } = saveErasures(save, erasures)
      const more = kept ? ` ${kept} more of the earlier list stay in it.` : ''
      return console.log(`${erasures.length} erasures written to ${save}.${more}`)
    }
    let found = 0
    for (const erasure of listed) if (await replayErasure(database, erasure)) found++
    console.log(`${listed.length} erasures in the list, ${found} of them on record here and erased.`)
  })
}

readEnvironmentFile()
await run().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
