import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

const folder = new URL('../../src/directory/hsds/schema/', import.meta.url)

/**
 * Loads the official schemas. Formats are validated; keywords unknown to JSON Schema are ignored.
 * @returns what is wrong with a record of this schema, each as a path and what it should be
 */
export function loadHsdsSchemas() {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  for (const file of readdirSync(folder).filter((name) => /^[a-z_]+\.json$/.test(name)))
    ajv.addSchema(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as object, file)
  return (schema: string, record: unknown): string[] => {
    const check = ajv.getSchema(`${schema}.json`)
    if (!check) throw new Error(`There is no schema ${schema}`)
    return check(record) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}
