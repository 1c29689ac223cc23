/** The parts of a JSON schema in the OpenAPI document that are needed to generate values. */
export interface Schema {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  minLength?: number
  minimum?: number
  pattern?: string
}

/**
 * Values that no form sends, and some that only look hostile: of the wrong type, too long, scripts, other alphabets.
 */
export const hostileValues: unknown[] = [
  undefined,
  null,
  '',
  'x'.repeat(20_000),
  'a\u0000b',
  'a\ud800b',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  "'); drop table account; --",
  'Ana\r\nBcc: everybody@example.test',
  'Владимир 田中 مرحبا 👩🏽‍🚒 ‮gnp',
  '2026-02-31',
  '99999-12-31',
  '00000000-0000-0000-0000-000000000000',
  '__proto__',
  -1,
  1.5,
  2 ** 53,
  1e308,
  true,
  [],
  [null, {}, 'a\u0000b'],
  {},
  { constructor: { prototype: { isAdmin: true } }, toString: 'x' },
]

/** The same for a URL, where everything is text. */
export const hostileWords = hostileValues
  .map((v) => (typeof v === 'string' ? v : JSON.stringify(v)))
  .filter((v) => v !== undefined)

const samples: Record<string, unknown> = {
  uuid: '6f1d7c4e-9b0a-4d7e-8f3b-2a1c0d9e8f70',
  email: 'ana@example.test',
  date: '2026-01-15',
  'date-time': '2026-01-15T12:00:00.000Z',
  phone: '(716) 555-0100',
  url: 'https://example.test',
}

/** A value that the schema allows. */
export function sampleOf(schema: Schema): unknown {
  const inner = schema.const ?? schema.enum?.[0]
  if (inner !== undefined) return inner
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  // An optional reference or day is left out: a made-up one would be refused before deeper code is reached.
  if (choices?.some((c) => c.type === 'null') && /uuid|date/.test(choices[0]?.format ?? '')) return null
  if (choices?.[0]) return sampleOf(choices[0])
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object' || schema.properties)
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, of]) => [name, sampleOf(of)]))
  if (type === 'array') return schema.items ? [sampleOf(schema.items)] : []
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (schema.pattern?.includes('\\(')) return samples.phone
  return samples[schema.format ?? ''] ?? 'x'.repeat(Math.max(schema.minLength ?? 0, 6))
}

/** All places of a value that can be replaced: `['phones', 0, 'phoneNumber']`. */
export function placesOf(value: unknown): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const step = Array.isArray(value) ? Number(key) : key
    return [[step], ...placesOf(inner).map((rest) => [step, ...rest])]
  })
}

/** A copy with one place replaced. */
export function replaceAt<Value>(value: Value, [step, ...rest]: (string | number)[], by: unknown): Value {
  if (step === undefined) return by as Value
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string | number, unknown>
  const replaced = rest.length ? replaceAt(copy[step], rest, by) : by
  Object.defineProperty(copy, step, { value: replaced, enumerable: true, configurable: true, writable: true })
  return copy as Value
}
