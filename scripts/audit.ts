import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// Asks the registry for advisories about the production packages. Not part of `npm test`, because the result changes
// daily.
const root = fileURLToPath(new URL('..', import.meta.url))

interface Report {
  metadata?: { vulnerabilities: Record<string, number> }
  vulnerabilities?: Record<string, { severity: string; range: string; fixAvailable: unknown }>
}

/** Parses npm's output as a report; empty if it printed something else. */
function readReport(printed: string): Report {
  try {
    return JSON.parse(printed) as Report
  } catch {
    return {}
  }
}

const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 28,
  shell: process.platform === 'win32',
})
const { metadata, vulnerabilities = {} } = readReport(stdout)
if (!metadata) {
  const reason = /audit (\d{3} .*)/.exec(stderr)?.[1] ?? 'no report came'
  process.stderr.write(
    `This registry offers no advisories (${reason}). Nothing was checked: run it where the registry does, or give sbom.cdx.json to a scanner.\n`,
  )
  process.exit(2)
}
for (const [name, { severity, range, fixAvailable }] of Object.entries(vulnerabilities))
  process.stdout.write(`${severity.padEnd(9)} ${name} ${range}${fixAvailable ? ' (a fix is there)' : ''}\n`)
const { total = 0, ...counts } = metadata.vulnerabilities
const bySeverity = Object.entries(counts)
  .filter(([, count]) => count > 0)
  .map(([severity, count]) => `${count} ${severity}`)
process.stdout.write(
  total ? `${bySeverity.join(', ')}. Time frames: docs/guide/deployment.md.\n` : 'No known advisories.\n',
)
process.exit(total ? 1 : 0)
