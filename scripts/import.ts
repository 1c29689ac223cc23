import { createWriteStream, existsSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { importFromCommand } from '../src/directory/imports/server/run-import.ts'
import { type ImportReport, importDirectory } from '../src/directory/services/server/import/import-directory.ts'
import {
  countReasons,
  exitCodeOf,
  type ImportRemarkOfEngine,
  reportLine,
} from '../src/directory/services/server/import/import-outcome.ts'
import type { TouchedListing } from '../src/directory/services/server/import/touched-listings.ts'
import { ConfigError } from '../src/platform/server/config.ts'
import { limitHeap } from '../src/platform/server/small-heap.ts'
import { withDatabase } from './open-database.ts'
import { readEnvironmentFile } from './read-environment-file.ts'

const usage = `npm run import -- <folder> [--source name] [--dry-run] [--report file.csv] [--remove]

  Imports the resource directory from a folder of HSDS files: CSV (3.x or 1.1), JSON (3.x) or NDJSON.
  The history of imports on the screen has it too; there it can be undone.
  --source   whose data this is (default: the folder's name); the same name updates what came before
  --dry-run  reports what would happen and changes nothing
  --report   writes every skipped row, every cell that was left out, and what a dry run would change to a CSV file
  --remove   removes what the source no longer contains also if it is more than a tenth

Ends with 0; 1 after an error, 2 if nothing was taken, 3 if it removed nothing because it was more than a tenth.`

const REMARKS_SHOWN = 200

function printReport(report: ImportReport, isDryRun: boolean) {
  const show = (title: string, remarks: ImportReport['bad'], count: number) => {
    if (!count) return
    console.log(`\n${title} (${count})`)
    for (const { file, line, reason } of remarks.slice(0, REMARKS_SHOWN)) console.log(`  ${file}:${line}  ${reason}`)
    if (count > REMARKS_SHOWN) console.log(`  … and ${count - REMARKS_SHOWN} more; --report writes all to a file`)
    const reasons = countReasons(remarks)
    if (reasons.length < remarks.length) for (const { reason, times } of reasons) console.log(`  ${times} × ${reason}`)
  }
  show('Rows skipped', report.bad, report.badCount)
  show('Cells left out', report.warnings, report.warningCount)
  for (const { file, columns } of report.ignored)
    console.log(columns.length ? `\nNot read of ${file}: ${columns.join(', ')}` : `\nNot read: ${file}`)
  if (report.missing.length) console.log('\nNo longer in the source; they stay in the directory:')
  for (const { entity, key, name } of report.missing) console.log(`  ${entity} ${key}  ${name ?? ''}`)
  for (const { entity, gone, of } of report.stopped)
    console.log(
      `\nNot removed: ${gone} of ${of} records of ${entity} are no longer in the source. Is a file cut off? --remove removes them.`,
    )
  console.log(
    `\n${isDryRun ? 'Dry run, nothing was changed. ' : ''}${report.read} rows read. Records: ${report.inserted} new, ${report.updated} changed, ${report.unchanged} as before, ${report.removed} gone. ${report.badCount} rows skipped. ${report.guessed} services have a category that was guessed from their words.`,
  )
}

async function run() {
  limitHeap()
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean' },
      source: { type: 'string' },
      report: { type: 'string' },
      remove: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  const folder = positionals[0] && resolve(positionals[0])
  if (values.help || !folder) return console.log(usage)
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new ConfigError(`There is no folder ${folder}.`)
  await withDatabase(4, async (database) => {
    const isDryRun = values['dry-run'] ?? false
    const began = Date.now()
    const file = values.report ? createWriteStream(resolve(values.report)) : null
    file?.write(reportLine(null))
    const request = {
      ...{ folder, sourceName: values.source ?? basename(folder), removesMuch: values.remove ?? false },
      onRemark: (remark: ImportRemarkOfEngine) => void file?.write(reportLine(remark)),
      onListing: (listing: TouchedListing) => void file?.write(reportLine(listing)),
      onProgress: ({ file, read }: { file: string; read: number }) => console.error(`  ${file}: ${read} rows`),
    }
    const report = isDryRun
      ? await importDirectory(database, { ...request, dryRun: true })
      : await importFromCommand(database, request)
    file?.end()
    if (file) await finished(file)
    printReport(report, isDryRun)
    process.exitCode = exitCodeOf(report)
    if (process.exitCode === 2) console.error('Nothing was taken from this folder.')
    console.log(`Took ${((Date.now() - began) / 1000).toFixed(1)} s.`)
  })
}

readEnvironmentFile()
await run().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
