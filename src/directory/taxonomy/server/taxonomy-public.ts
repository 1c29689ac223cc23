import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { makeLexicon, type TermMapping, type TermPhrase } from '../guess-terms.ts'

const folder = new URL('../data/', import.meta.url)
const readRows = async (file: string) => parse(await readFile(new URL(file, folder)), { columns: true, bom: true })

/** The words that speak for categories, as shipped. */
export const loadLexicon = async () =>
  makeLexicon((await readRows('phrases.csv')) as TermPhrase[], (await readRows('mappings.csv')) as TermMapping[])

/** All words and phrases of the lists, without the signs for prefixes. */
export const listLexiconPhrases = async (): Promise<string[]> => [
  ...((await readRows('phrases.csv')) as TermPhrase[]).map(({ phrase }) => phrase.replaceAll('*', '')),
  ...((await readRows('mappings.csv')) as TermMapping[]).map(({ said }) => said),
]
