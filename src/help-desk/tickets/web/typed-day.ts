/** `##/##/####`: inserts the slashes between the typed digits. */
export function maskDay(typed: string) {
  const digits = typed.replace(/\D/g, '').slice(0, 8)
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/')
}

/** Month first in English, day first in Spanish, as elsewhere on the screens. */
const monthAt = (language: string) => (language === 'en' ? 0 : 1)

/** Parses a typed day to yyyy-MM-dd; null if it is not a valid date. */
export function readDay(typed: string, language: string): string | null {
  if (!/^\d\d\/\d\d\/\d{4}$/.test(typed)) return null
  const parts = typed.split('/')
  const iso = `${parts[2]}-${parts[monthAt(language)]}-${parts[1 - monthAt(language)]}`
  const date = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null
}

export function writeDay(iso: string, language: string) {
  const [year = '', month = '', day = ''] = iso.split('-')
  return (monthAt(language) === 0 ? [month, day, year] : [day, month, year]).join('/')
}
