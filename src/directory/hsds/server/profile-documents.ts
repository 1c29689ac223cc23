import { readdirSync, readFileSync } from 'node:fs'
import { profileAdditions } from '../hsds-profile.ts'

const folder = new URL('../schema/', import.meta.url)
const read = (file: string) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Record<string, unknown>

/** The release that the profile extends. */
const STANDARD = 'https://docs.openreferral.org/en/v3.1.1/hsds/schema_reference.html'
const LICENSE = { name: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' }

interface Portal {
  publicUrl: string
  productName: string
}

/**
 * The official schemas with what the portal adds to them. They allow no other property: what is published is declared.
 */
function mergeSchemas(base: string) {
  const files = readdirSync(folder).filter((name) => /^[a-z_]+\.json$/.test(name))
  return new Map(
    files.map((file) => {
      const { properties, ...official } = read(file)
      const added = profileAdditions[file.replace('.json', '')] ?? {}
      const head = { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: `${base}schema/${file}` }
      const merged = { ...(properties as object), ...added }
      return [file, { ...head, ...official, properties: merged, additionalProperties: false }]
    }),
  )
}

/** The official description of the calls, with the schemas of the profile. */
function describeCalls(base: string, { publicUrl, productName }: Portal) {
  const text = readFileSync(new URL('openapi.official.json', folder), 'utf8')
  const own = text.replace(
    /https:\/\/raw\.githubusercontent\.com\/[^"]+\/(\w+?)(?:_list)?\.json/g,
    `${base}schema/$1.json`,
  )
  const info = { title: `Directory of ${productName}`, version: '1', license: LICENSE }
  return { ...(JSON.parse(own) as object), info, servers: [{ url: `${publicUrl}/hsds` }] }
}

/**
 * The portal's profile of HSDS 3.1: an index with what it adds, as merge patches of the official schemas; the merged
 * schemas by file name; and the description of the calls.
 */
export function writeProfile(portal: Portal) {
  const base = `${portal.publicUrl}/hsds/profile/`
  const schemas = mergeSchemas(base)
  return {
    schemas,
    openapi: describeCalls(base, portal),
    index: {
      name: `Profile of HSDS 3.1 of ${portal.productName}`,
      description: 'HSDS 3.1 with further properties. Every record is valid by the official schemas and by these.',
      version: '1',
      extends: STANDARD,
      license: LICENSE,
      openapi_url: `${base}openapi.json`,
      schemas: Object.fromEntries([...schemas].map(([file, { $id }]) => [file.replace('.json', ''), $id])),
      additions: Object.fromEntries(
        Object.entries(profileAdditions).map(([name, properties]) => [name, { properties }]),
      ),
    },
  }
}
