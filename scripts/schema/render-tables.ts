import { globSync } from 'node:fs'
import type { ServerFeature } from '../../src/platform/server/feature.ts'

const head = `# Tables and their owners

Made by \`node scripts/render-schema.ts\`; a test fails when it is stale. Only the owner writes a table ([architecture](architecture.md)). What the tables hold stands in [schema.sql](schema.sql).

| Table | Owner |
|---|---|
`

/** Renders docs/tables.md: every table with the file that lists it. */
export function renderTables(features: ServerFeature[]) {
  const root = new URL('../../', import.meta.url)
  const files = globSync('src/**/server/*-tables.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'))
  const rows = features.flatMap(({ name, tables = {} }) => {
    const file = files.find((path) =>
      path.endsWith(name === 'platform' ? 'platform-tables.ts' : `/${name}/server/${name}-tables.ts`),
    )
    const folder = file
      ?.split('/')
      .slice(1, name === 'platform' ? 2 : 3)
      .join('/')
    return Object.keys(tables).map((table) => `| \`${table}\` | [${folder}](../${file}) |`)
  })
  return `${head}${rows.sort().join('\n')}\n`
}
