import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'

const at = (file: string) => new URL(`../${file}`, import.meta.url)

const head = `# Settings

Made from \`.env.example\` by \`node scripts/render-settings.ts\`; a test fails when this page is stale.

Settings are environment variables, or lines of a file \`.env\` beside \`package.json\`, which \`npm start\`, \`npm run dev\` and \`npm run import\` read; what the environment itself says goes before the file. An empty value counts as none. All mistakes are listed together at the start.
`

const foot = `
## For the tests

| Variable | Meaning |
|---|---|
| \`CHROMIUM\` | The browser to test in. Without it the tests download one, or take the installed one. |
| \`HEARTHLINE_FIXTURES\` | A folder with real directories (\`data/\`) and the schemas of HSDS (\`hsds/schema\`). Tests that read them in addition to the invented directory of \`test/fixtures\` are skipped without it. |
| \`SHOTS\` | A folder: browser tests leave pictures of the screens there. |
| \`RECORD\` | A folder: the journey leaves the frames and captions of its film there. |
`

/** One line of the table: the words above a variable are its meaning. */
function settingRow(line: string, words: string[]) {
  const [[name, value] = ['', '']] = Object.entries(parseEnv(line))
  return `| \`${name}\` | ${value ? `\`${value}\`` : ''} | ${words.join(' ')} |`
}

/** docs/guide/settings.md, made of .env.example. */
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
