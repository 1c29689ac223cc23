/** First and last name of a name as it was typed: "Keisha Brown" or "Brown, Keisha". A number, of a telephone or a birth date, is no name. */
export function nameParts(typed: string) {
  const text = typed.trim()
  if (/\d/.test(text)) return { firstName: '', lastName: '' }
  const comma = text.indexOf(',')
  if (comma >= 0) return { firstName: text.slice(comma + 1).trim(), lastName: text.slice(0, comma).trim() }
  const [firstName = '', ...rest] = text.split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}
