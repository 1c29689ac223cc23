import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'

const at = (file: string) => new URL(`../${file}`, import.meta.url)

const head = `# Settings

Generated from \`.env.example\` by \`node scripts/render-settings.ts\`; a test fails if this page is out of date.

Settings are environment variables, or lines of a file \`.env\` next to \`package.json\`, which \`npm start\`, \`npm run dev\`, \`npm run migrate\`, \`npm run import\` and \`npm run replay-erasures\` read. Environment variables take precedence over the file. An empty value counts as not set. At startup, all invalid settings are reported together.
`

const foot = `
## For the tests

| Variable | Meaning |
|---|---|
| \`CHROMIUM\` | The browser to test with. If not set, the tests download one or use the installed one. |
| \`HEARTHLINE_FIXTURES\` | A folder with real directories (\`data/\`) and the HSDS schemas (\`hsds/schema\`). Tests that need more than the fictional directory of \`test/fixtures\` are skipped if it is not set. |
| \`SHOTS\` | A folder where browser tests save screenshots. |
| \`RECORD\` | A folder where the journey test saves the frames and captions of its video. |
`

/** One row of the table: the comment above a variable is its meaning. */
function settingRow(line: string, words: string[]) {
  const [[name, value] = ['', '']] = Object.entries(parseEnv(line))
  return `| \`${name}\` | ${value ? `\`${value}\`` : ''} | ${words.join(' ')} |`
}

/** Renders docs/guide/settings.md from .env.example. */
export function renderSettings(example: string) {
  const lines: string[] = []
  let words: string[] = []
  for (const line of example.slice(example.indexOf('## ')).split('\n')) {
    if (line.startsWith('## ')) lines.push('', line, '', '| Variable | Default | Meaning |', '|---|---|---|')
    else if (line.startsWith('# ')) words.push(line.slice(2))
    else if (line) {
      lines.push(settingRow(line, words))
      words = []
    }
  }
  return `${head}${lines.join('\n')}\n${foot}`
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(at('docs/guide/settings.md'), renderSettings(readFileSync(at('.env.example'), 'utf8')))
