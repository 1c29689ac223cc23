import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { boundedText } from './fields.ts'

const parse = (text: string) => {
  const found = parsePhoneNumberFromString(text, { defaultCountry: 'US', extract: false })
  return found?.isValid() ? found : null
}

/**
 * A telephone number as it is stored: E.164, with `;ext=` and the extension where there is one.
 * @param typed national for the United States, or international with a plus
 * @returns null for what is no whole number
 */
export function readPhone(typed: string) {
  const found = parse(typed)
  if (!found) return null
  return found.ext ? `${found.number};ext=${found.ext}` : found.number
}

/** A number of the United States as it is stored. Those from before numbers were read may have digits that are not in use. */
const isStored = (text: string) => /^\+1\d{10}$/.test(text)

/** A stored number as people write it: `(716) 555-0142 ext. 3`, or `+52 55 1234 5678`. */
export function phoneText(stored: string) {
  const found = parsePhoneNumberFromString(stored, { defaultCountry: 'US', extract: false })
  if (!found?.isValid() && !isStored(stored)) return stored
  if (!found) return stored
  return found.countryCallingCode === '1' ? found.formatNational() : found.formatInternational()
}

/** A stored number as it is dialed, without the extension. */
export const dialable = (stored: string) => parse(stored)?.number ?? stored

/** The address of a link that calls a stored number. */
export const phoneLink = (stored: string) => `tel:${readPhone(stored) ?? stored}`

/** A telephone number (D-PHO-1). What cannot be read is refused, never changed; what is stored may be sent back as it was read. */
export const PhoneNumber = boundedText(40, (v) => readPhone(v.trim()) ?? v.trim())
  .refine((v) => readPhone(v) === v || isStored(v), { error: 'phone-format' })
  .meta({ title: 'Phone Number', format: 'phone' })
