import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { PART_BYTES } from '#directory/imports/import-run.ts'
import { MAX_DOCUMENT_BYTES } from '#identity/files/document.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const pages = ['README.md', ...globSync('docs/**/*.md')]
const ours = globSync(['{docs,migrations,public,scripts,src,test}/**', '*', '.*'])

/** Created at the first start. */
const MADE = 'data'

/** Files and folders that a page mentions: in a link, or in code with an extension or a trailing slash. */
function namedIn(page: string) {
  const text = read(page)
  const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map((m) => join(dirname(page), m[1] as string))
  const codes = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*(?:\.(?:ts|tsx|md|mjs|sql)|\/))`/g)].map(
    (m) => m[1] as string,
  )
  return [...links, ...codes].map((name) => name.replace(/\/$/, ''))
}

it('D-RUN-6 the reverse proxy of the guide lets the largest uploads pass', () => {
  const megabytes = [...read('docs/guide/deployment.md').matchAll(/(?:bodies to |max_size )(\d+) ?MB/g)].map(
    ([, size]) => Number(size),
  )
  expect(megabytes).toHaveLength(2)
  // A form is a little larger than the file in it.
  for (const size of megabytes) expect(size * 1e6).toBeGreaterThan(Math.max(MAX_DOCUMENT_BYTES, PART_BYTES) + 100_000)
})

it.each(pages)('%s names no file that is not there', (page) => {
  const isThere = (name: string) => name === MADE || ours.some((file) => file === name || file.endsWith(`/${name}`))
  expect(namedIn(page).filter((name) => !isThere(name))).toEqual([])
})

it('the list of decisions has each by its title, the list of guides each, and the page of the architecture each feature', () => {
  const decisions = globSync('docs/decisions/0*.md').sort()
  const titles = decisions.map((file) => `- [${read(file).split('\n')[0]?.slice(2)}](${basename(file)})`)
  expect(
    read('docs/decisions/README.md')
      .split('\n')
      .filter((line) => line.startsWith('- ')),
  ).toEqual(titles)
  for (const file of decisions) expect(read(file)).toMatch(new RegExp(`^# ${basename(file).slice(0, 4)} `))
  const guides = globSync('docs/guide/*.md', { exclude: ['docs/guide/README.md'] }).sort()
  expect(
    [...read('docs/guide/README.md').matchAll(/\]\(([^)]+\.md)\)/g)].map(([, file]) => `docs/guide/${file}`).sort(),
  ).toEqual(guides)
  for (const area of ['identity', 'directory', 'casework', 'onboarding', 'help-desk', 'site']) {
    const line = read('docs/architecture.md').match(new RegExp(`^- \`src/${area}/\`: (.*)$`, 'm'))
    expect(line?.[1]?.split(', ').sort()).toEqual(
      globSync(`src/${area}/*`)
        .map((folder) => basename(folder))
        .sort(),
    )
  }
})
