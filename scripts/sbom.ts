import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// The software bill of materials (CycloneDX) of production: the locked packages, and the downloaded Node.
const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')

const { status, stdout, stderr } = spawnSync(
  'npm',
  ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'],
  { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28, shell: process.platform === 'win32' },
)
if (status !== 0) {
  process.stderr.write(stderr)
  process.exit(1)
}
const bill = JSON.parse(stdout)
const pinned = JSON.parse(read('scripts/runtime-integrity.json')) as Record<string, string>
for (const [name, integrity] of Object.entries(pinned)) {
  const [packageName = '', version = ''] = name.split('@')
  bill.components.push({
    'bom-ref': name,
    type: 'platform',
    name: packageName,
    version,
    purl: `pkg:npm/${name}`,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
  })
}
writeFileSync(`${root}sbom.cdx.json`, `${JSON.stringify(bill, null, 2)}\n`)
process.stdout.write(`sbom.cdx.json lists ${bill.components.length} components.\n`)
