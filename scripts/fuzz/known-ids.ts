import type { Random } from './seeded-random.ts'

const MOST_PER_NAME = 40
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** `/api/contact/{id}/consent` → `consent`: the last named part of a path. */
const subjectOf = (path: string) =>
  path
    .split('/')
    .filter((part) => part && !part.startsWith('{'))
    .at(-1) ?? ''

/** Identifiers and versions from responses, by kind; requests use them. */
export class KnownIds {
  private readonly byName = new Map<string, string[]>()
  private readonly versions = new Map<string, number>()

  private add(name: string, id: string) {
    const ids = this.byName.get(name.toLowerCase()) ?? []
    if (ids.includes(id)) return
    this.byName.set(name.toLowerCase(), [...ids, id].slice(-MOST_PER_NAME))
  }

  /** Records the IDs in a response to a call of this path. */
  learn(path: string, answer: unknown) {
    if (Array.isArray(answer)) for (const item of answer.slice(0, 20)) this.learn(path, item)
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return
    const record = answer as Record<string, unknown>
    for (const [name, value] of Object.entries(record)) {
      if (typeof value === 'string' && uuid.test(value)) this.add(name === 'id' ? subjectOf(path) : name, value)
      else this.learn(name === 'items' ? path : name, value)
    }
    if (typeof record.id === 'string' && typeof record.version === 'number')
      this.versions.set(record.id, record.version)
  }

  versionOf = (id: string) => this.versions.get(id)

  /** An identifier of this kind, otherwise any. */
  find(random: Random, ...names: string[]) {
    const wanted = names.flatMap((name) => [name, subjectOf(name), name.replace(/Id$/, '')]).map((n) => n.toLowerCase())
    const own = wanted.map((name) => this.byName.get(name)).find((ids) => ids?.length)
    return (own && random.chance(0.9) ? random.pick(own) : random.pick([...this.byName.values()].flat())) ?? null
  }
}
