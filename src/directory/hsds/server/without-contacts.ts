import type { HsdsRecord } from '#directory/services/server/directory-public.ts'

const ofAPerson = ['name', 'email']

/** A record without the names and e-mail addresses of persons, for HSDS_CONTACTS=false. */
export function withoutContacts(record: HsdsRecord): HsdsRecord {
  const strip = (value: unknown, isContact = false): unknown => {
    if (Array.isArray(value)) return value.map((item) => strip(item, isContact))
    if (typeof value !== 'object' || value === null) return value
    const kept = Object.entries(value).filter(
      ([key]) => key !== 'assurer_email' && !(isContact && ofAPerson.includes(key)),
    )
    return Object.fromEntries(kept.map(([key, inner]) => [key, strip(inner, key === 'contacts')]))
  }
  return strip(record) as HsdsRecord
}
