/**
 * Words, telephone numbers and dates that occur nowhere else, so that each piece of knowledge can be recognized in any
 * response. The counters continue over all worlds.
 */
let words = 0
let phones = 0
let days = 0

const letters = (number: number): string =>
  (number >= 26 ? letters(Math.floor(number / 26) - 1) : '') + String.fromCharCode(97 + (number % 26))

/** Only letters, because names accept nothing else. */
export const newWord = (kind: string) => `zq${kind}x${letters(words++)}qz`
export const newPhone = () => {
  const digits = String(2400000 + phones++)
  return `(716) ${digits.slice(0, 3)}-${digits.slice(3)}`
}
export const newBirthDate = () => new Date(Date.UTC(1940, 0, 1) + days++ * 86_400_000).toISOString().slice(0, 10)

export const phoneMark = (phone: string) => phone.replace(/\D/g, '').slice(-7)

const cursors = (text: string) =>
  [...text.matchAll(/"nextCursor":"([\w-]+)"/g)].map(([, cursor]) => Buffer.from(cursor ?? '', 'base64url').toString())

/** All markers in a response, also in its cursors, which are encoded. */
export function findMarks(answer: string): Set<string> {
  const text = [answer, ...cursors(answer)].join('\n')
  return new Set([
    ...(text.toLowerCase().match(/zq[a-z]+?qz/g) ?? []),
    ...(text.match(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g) ?? []),
    ...(text.match(/\b19[4-9]\d-\d\d-\d\d\b/g) ?? []),
    ...[...text.matchAll(/716\D{0,2}(24\d)\D?(\d{4})/g)].map(([, a, b]) => `${a}${b}`),
  ])
}
