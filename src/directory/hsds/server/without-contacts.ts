import type { HsdsRecord } from '#directory/services/server/directory-public.ts'

const ofPeople = ['contacts', 'contact_id', 'assurer_email']

/** A record without people to ask for and their own numbers, for HSDS_CONTACTS=false (decision 0402). */
export function withoutContacts(record: HsdsRecord): HsdsRecord {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip)
    if (typeof value !== 'object' || value === null) return value
    const kept = Object.entries(value).filter(([key]) => !ofPeople.includes(key))
    return Object.fromEntries(kept.map(([key, inner]) => [key, strip(inner)]))
  }
  return strip(record) as HsdsRecord
}
