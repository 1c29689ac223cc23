import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { plainWords } from '#platform/schema/plain-words.ts'
import { guessTerms } from './guess-terms.ts'
import { loadLexicon } from './server/taxonomy-public.ts'

const lexicon = await loadLexicon()
const read = (file: string) =>
  parse(readFileSync(new URL(file, import.meta.url)), { columns: true, bom: true }) as Record<string, string>[]
const terms = new Map(read('../services/data/open-eligibility/taxonomy.csv').map((row) => [row.id, row.name] as const))
const guess = (name: string, keywords: string[] = [], description = '') =>
  guessTerms(lexicon, { name, keywords, description }).map(({ code, because }) => `${terms.get(code)}: ${because}`)

it.each([
  ['Weekly Food Pantry', ['Food Pantry: Food Pantry']],
  ['Eviction Defense', ['Housing Advice: Eviction Defense', 'Representation: Eviction Defense']],
  ['Despensa de alimentos', ['Food Pantry: Despensa']],
  ['Ayuda con el alquiler', ['Help Pay for Housing: Ayuda con el alquiler']],
  ['Clases de inglés', ['English as a Second Language (ESL): Clases de inglés']],
  ['Guardería', ['Childcare: Guardería']],
  ['Pañales y leche', ['Diapers & Formula: Pañales']],
  ['Credit Counseling', ['Credit Counseling: Credit Counseling']],
  ['Passport photos', []],
])('DIR-03 guesses the categories of “%s” from its words', (name, expected) => {
  expect(guess(name)).toEqual(expected)
})

it('DIR-03 a word that is one in another’s phrase guesses nothing more', () => {
  expect(guess('Animal shelter')).toEqual(['Animal Welfare: Animal shelter'])
  expect(guess('', ['Wills'])).toEqual(['Advocacy & Legal Aid: Wills'])
  expect(guess('Goodwill')).toEqual([])
})

it('DIR-03 a problem code means its category as a whole', () => {
  expect(guess('Helping hands', ['Food Stamps', 'Federally Subsidized Housing'])).toEqual([
    'Food Benefits: Food Stamps',
    'Housing Advice: Federally Subsidized Housing',
  ])
  expect(guess('Office hours', [], 'Direct representation')).toEqual(['Representation: Direct representation'])
})

it('DIR-03 one word of a description is not enough, two are', () => {
  const about = (words: string) => `We welcome everybody who lives in the county and wants to take part. ${words}`
  expect(guess('Open door', [], about('Our office is beside the pantry.'))).toEqual([])
  expect(guess('Open door', [], about('Come to the pantry for groceries.'))).toEqual(['Food Pantry: pantry, groceries'])
  expect(guess('Open door', [], about('The pantry, behind the other pantry.'))).toEqual([])
})

it('DIR-03 guesses at most six categories, those with most evidence', () => {
  const all = ['Pantry', 'Furniture', 'Dentist', 'Tutoring', 'Hospice', 'Mediation', 'Resumes']
  const guesses = guess('Clothes', [...all, 'Coats'])
  expect(guesses).toHaveLength(6)
  expect(guesses[0]).toBe('Clothing: Clothes, Coats')
})

it.each(['phrases', 'mappings'])('DIR-03 every row of %s.csv names a category of Open Eligibility, once', (file) => {
  const rows = read(`./data/${file}.csv`)
  expect(rows.length).toBeGreaterThan(80)
  expect(rows.filter(({ code, term }) => terms.get(code ?? '') !== term)).toEqual([])
  const keys = rows.map(({ phrase, said, language, code }) => [phrase ?? said, language, code].join(' '))
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  const words = rows.flatMap(({ phrase }) => phrase?.replaceAll('*', '').split(' ') ?? [])
  expect(words.filter((word) => plainWords(word).join(' ') !== word)).toEqual([])
})
