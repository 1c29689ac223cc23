/**
 * Splits a typed name into first and last name: "Keisha Brown" or "Brown, Keisha". Telephone numbers and birth dates
 * are not names.
 */
export function nameParts(typed: string) {
  const text = typed.trim()
  if (/\d/.test(text)) return { firstName: '', lastName: '' }
  const comma = text.indexOf(',')
  if (comma >= 0) return { firstName: text.slice(comma + 1).trim(), lastName: text.slice(0, comma).trim() }
  const [firstName = '', ...rest] = text.split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}
