import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { boundedText } from './fields.ts'

const parse = (text: string) => {
  const found = parsePhoneNumberFromString(text, { defaultCountry: 'US', extract: false })
  return found?.isValid() ? found : null
}

/**
 * A telephone number in its stored form: E.164, with `;ext=` and the extension if there is one.
 * @param typed national for the United States, or international with a plus
 * @returns null if it is not a complete number
 */
export function readPhone(typed: string) {
  const found = parse(typed)
  if (!found) return null
  return found.ext ? `${found.number};ext=${found.ext}` : found.number
}

/**
 * Separates an extension that was typed behind a number: `(860) 555-1000 x12` is (860) 555-1000 and 12.
 * @returns null if it is not a complete number with an extension
 */
export function splitExtension(typed: string) {
  const found = parse(typed)
  return found?.ext ? { number: phoneText(found.number), extension: found.ext } : null
}

/** A US number in its stored form. Numbers stored before they were parsed may have digits that are not in use. */
const isStored = (text: string) => /^\+1\d{10}$/.test(text)

/** Formats a stored number for display: `(716) 555-0142 ext. 3`, or `+52 55 1234 5678`. */
export function phoneText(stored: string) {
  const found = parsePhoneNumberFromString(stored, { defaultCountry: 'US', extract: false })
  if (!found?.isValid() && !isStored(stored)) return stored
  if (!found) return stored
  return found.countryCallingCode === '1' ? found.formatNational() : found.formatInternational()
}

/** A stored number in dialable form, without the extension. */
export const dialable = (stored: string) => parse(stored)?.number ?? stored

/** The `tel:` URL of a stored number. */
export const phoneLink = (stored: string) => `tel:${readPhone(stored) ?? stored}`

/** A telephone number (D-PHO-1). Invalid numbers are rejected, never changed; a stored number is accepted unchanged. */
export const PhoneNumber = boundedText(40, (v) => readPhone(v.trim()) ?? v.trim())
  .refine((v) => readPhone(v) === v || isStored(v), { error: 'phone-format' })
  .meta({ title: 'Phone Number', format: 'phone' })
