import { hostileValues } from './hostile-values.ts'
import type { KnownIds } from './known-ids.ts'
import type { Random } from './seeded-random.ts'

/** The parts of a JSON schema in the OpenAPI document that are needed to generate values. */
interface Schema {
  type?: string | string[]
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minLength?: number
  minimum?: number
  maximum?: number
}
export interface Operation {
  method: string
  path: string
  parameters: { name: string; in: string; required?: boolean; schema: Schema }[]
  body: Schema | null
}
export interface FuzzRequest {
  operation: Operation
  url: string
  body: unknown
}
interface Making {
  random: Random
  known: KnownIds
}

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: Operation['parameters']
        requestBody?: { content: Record<string, { schema?: Schema } | undefined> }
      }
    >
  >
}

/** All calls in the document, in its order. */
export const listOperations = (document: unknown): Operation[] =>
  Object.entries((document as Document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content['application/json']?.schema ?? null,
    })),
  )

const today = () => new Date().toISOString()
const byFormat: Record<string, (random: Random) => unknown> = {
  email: (random) => `fuzz-${random.below(1e9)}@example.test`,
  date: () => today().slice(0, 10),
  'date-time': today,
  phone: (random) => `(716) 555-01${String(random.below(90) + 10)}`,
  url: () => 'https://example.test',
}

function textFor({ random, known }: Making, name: string, schema: Schema) {
  if (schema.format === 'uuid') return known.find(random, name) ?? '6f1d7c4e-9b0a-4d7e-8f3b-2a1c0d9e8f70'
  if (schema.pattern?.includes('\\(\\d{3}')) return byFormat.phone?.(random)
  const made = byFormat[schema.format ?? '']?.(random)
  return made ?? `Fuzz ${random.below(1e6)} ${'x'.repeat(schema.minLength ?? 0)}`
}

/** A value that the schema allows, with existing identifiers. */
function valid(making: Making, name: string, schema: Schema): unknown {
  const { random, known } = making
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) return valid(making, name, random.pick(choices) ?? {})
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  if (type === 'object' || schema.properties) {
    const made = Object.entries(schema.properties ?? {})
      .filter(([key]) => schema.required?.includes(key) || random.chance(0.6))
      .map(([key, of]) => [key, valid(making, key, of)] as const)
    return Object.fromEntries(made)
  }
  if (type === 'array')
    return schema.items
      ? Array.from({ length: 1 + random.below(2) }, () => valid(making, name, schema.items ?? {}))
      : []
  if (type === 'integer' || type === 'number') {
    const least = Math.max(schema.minimum ?? 1, -1000)
    return least + random.below(Math.min(schema.maximum ?? 20, least + 20) - least + 1)
  }
  if (type === 'boolean') return random.chance(0.7)
  if (type === 'null') return null
  return textFor(making, name, schema) ?? known.find(random, name)
}

/** A copy with one random place replaced by a hostile value. */
function spoiled(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.15)) return random.pick(hostileValues)
  const keys = Object.keys(value)
  const key = random.pick(keys)
  if (key === undefined) return { ...value, organizationId: random.pick(hostileValues), isAdmin: true }
  if (Array.isArray(value)) return value.with(Number(key), spoiled(random, value[Number(key)]))
  return { ...value, [key]: spoiled(random, (value as Record<string, unknown>)[key]) }
}

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const encoded = (value: unknown) => encodeURIComponent(asText(value).slice(0, 2000).toWellFormed())

/** One call: valid half of the time, otherwise with one hostile value. */
export function makeRequest(making: Making, operation: Operation): FuzzRequest {
  const { random, known } = making
  const isHostile = random.chance(0.5)
  let id: string | null = null
  const path = operation.path.replace(/\{(\w+)\}/g, (whole, name: string, at: number) => {
    const before = operation.path.slice(0, at)
    id = known.find(random, name === 'id' || name === 'code' ? before : name, before)
    return isHostile && random.chance(0.3) ? encoded(random.pick(hostileValues)) || whole : (id ?? 'none')
  })
  const queries = operation.parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.required || random.chance(0.4)))
    .map(({ name, schema }) => {
      const value = isHostile && random.chance(0.4) ? random.pick(hostileValues) : valid(making, name, schema)
      return `${name}=${encoded(value)}`
    })
  const made = operation.body ? valid(making, '', operation.body) : undefined
  // The record's current version, if the call requires one; otherwise every change would be a conflict.
  const version = id ? known.versionOf(id) : undefined
  const whole = version && made && typeof made === 'object' && 'version' in made ? { ...made, version } : made
  return {
    operation,
    url: queries.length ? `${path}?${queries.join('&')}` : path,
    body: operation.body && isHostile ? spoiled(random, whole) : whole,
  }
}
