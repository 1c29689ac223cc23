/**
 * More consecutive combining marks than any script uses. PostgreSQL and JavaScript sort such runs in quadratic time.
 */
const longRunOfMarks = /(\p{M}{30})\p{M}+/gu

/**
 * Normalizes text to Unicode NFC and cuts runs of combining marks after 30, the limit of Stream-Safe Text (UAX #15).
 * Without the limit, 250 kB of alternating marks take two minutes.
 */
export const composed = (text: string) => text.replace(longRunOfMarks, '$1').normalize('NFC')
