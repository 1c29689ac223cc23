import { parseArgs } from 'node:util'
import { checkHsdsApi, type Finding } from './hsds/check-hsds-api.ts'

const usage = `npm run check:hsds -- <address>

  Validates an HSDS 3.1 API, such as http://localhost:3000/hsds: the first, middle and last page of each list and ten
  records by id, with the official schemas. Ends with 1 if there is an error; warnings do not count.`

const SHOWN = 100

function show(title: string, findings: Finding[]) {
  if (!findings.length) return
  console.log(`\n${title} (${findings.length})`)
  for (const { path, message } of findings.slice(0, SHOWN)) console.log(`  ${path}  ${message}`)
  if (findings.length > SHOWN) console.log(`  … and ${findings.length - SHOWN} more`)
}

async function run() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } })
  const [address] = positionals
  if (values.help || !address || !URL.canParse(address)) {
    console.log(usage)
    process.exitCode = values.help ? 0 : 2
    return
  }
  const { findings, pages, records } = await checkHsdsApi(address)
  const errors = findings.filter(({ level }) => level === 'error')
  show('Errors', errors)
  show(
    'Warnings',
    findings.filter(({ level }) => level === 'warning'),
  )
  console.log(
    `\n${pages} pages and ${records} records validated: ${errors.length} errors, ${findings.length - errors.length} warnings.`,
  )
  process.exitCode = errors.length ? 1 : 0
}

await run()
