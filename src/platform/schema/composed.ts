/** More combining marks in a row than any script uses. PostgreSQL and JavaScript sort such a run in quadratic time. */
const longRunOfMarks = /(\p{M}{30})\p{M}+/gu

/**
 * Text in Unicode's form NFC. Runs of combining marks are cut after 30, which is the limit of Stream-Safe Text (UAX #15):
 * without it, 250 kB of alternating marks take two minutes.
 */
export const composed = (text: string) => text.replace(longRunOfMarks, '$1').normalize('NFC')
