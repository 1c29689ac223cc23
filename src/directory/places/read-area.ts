import { NATION, stateKey, zipKey } from './area.ts'
import type { AreaIndex } from './area-index.ts'
import { findState } from './states.ts'

/**
 * The states that a text may mean, as groups of FIPS digits, nearest first: those of the service's own addresses, those
 * of its organization's, that of most of its source's. An area of the same name in several states is only read if one
 * of these tells which.
 */
export type KnownStates = readonly (readonly string[])[]

const nation =
  /^(nation\s?wide|national|country\s?wide|(all of )?(the )?(united states( of america)?|u\.?\s?s\.?( ?a\.?)?)|all (50|fifty) states)$/i
const zips = /^(zip( codes?)?:?\s*)?\d{5}(-\d{4})?((\s*[,;/]\s*|\s+(and\s+)?)\d{5}(-\d{4})?)*$/i
const stateWide = /^(state\s?wide|the (entire|whole) state|entire state|whole state)$/i
const filler =
  /^((serv(es|ing)|throughout|within|covers|covering|residents of|people (living )?in|anywhere in|all of|entire|the entire|all parts of)\s+)+/i

const clean = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.;,]+$/, '')
    .replace(filler, '')
    .trim()

/** The parts of a list: `Cook, DuPage and Lake`. */
const partsOf = (list: string) =>
  list
    .split(/\s*,\s*(?:and\s+|&\s*)?|\s+and\s+|\s*&\s*/i)
    .map((part) => part.trim())
    .filter(Boolean)

/**
 * Reads where a service helps, as directories write it.
 *
 * @returns the keys of all areas that were understood; none if nothing was
 */
export function readArea(text: string, index: AreaIndex, known: KnownStates): string[] {
  const given = text
    .split(/\s*[;\n|]\s*/)
    .map(clean)
    .filter(Boolean)
  // `Orange County; Osceola County` is read as one list: only together they tell the state.
  const parts = given.some((part) => part.includes(',')) ? given : [given.join(', ')]
  return [...new Set(parts.flatMap((part) => readPart(part, index, known)))]
}

function readPart(part: string, index: AreaIndex, known: KnownStates): string[] {
  if (nation.test(part)) return [NATION]
  if (zips.test(part))
    return [...part.matchAll(/\d{5}(?=-\d{4}|\D|$)(-\d{4})?/g)].map(([zip]) => zipKey(zip.slice(0, 5)))
  return readStates(part, index, known) ?? readCounties(part, index, known) ?? readTowns(part, index, known)
}

/** `Illinois`, `State of Illinois`, `Illinois (statewide)`, `Statewide`, `Illinois and Indiana`. */
function readStates(part: string, index: AreaIndex, known: KnownStates): string[] | null {
  const bare = part.replace(/[,(]?\s*state\s?wide\s*\)?/i, '').replace(/^[,\s-]+|[,\s-]+$/g, '')
  const isWide = bare !== part
  if (stateWide.test(part) || (isWide && !bare)) {
    const sure = known.find((group) => group.length > 0)
    return sure?.length === 1 ? sure.map(stateKey) : []
  }
  const isSaid = isWide || /^(the )?state of /i.test(bare)
  const names = partsOf(bare.replace(/^(the )?states? of /i, ''))
  const read = names.map((name) => findState(name))
  if (!names.length || read.some((state) => !state)) return null
  const found = read.flatMap((state) => (state ? [state] : []))
  // `Washington` in a directory of Illinois may be its town or its county.
  const isOther = (fips: string, name: string) =>
    known.flat().some((own) => own !== fips && (index.townOf(name, own) || index.countiesOf(name).has(own)))
  if (!isSaid && names.some((name, at) => isOther(found[at]?.fips ?? '', name))) return []
  return found.map(({ fips }) => stateKey(fips))
}

/** `Cook County`, `Lake and Will Counties, IL`, `Orleans Parish; …`, `Cook County, Lake County`, `County of Cook`. */
function readCounties(part: string, index: AreaIndex, known: KnownStates): string[] | null {
  const { list, states } = takeState(part, known)
  const plural = /\s(counties|parishes|boroughs)$/i.exec(list) ?? /^(?:the )?(counties|parishes) of\s/i.exec(list)
  const names = partsOf(
    list.replace(/\s+(counties|parishes|boroughs)$/i, '').replace(/^(the )?(counties|parishes) of\s+/i, ''),
  )
  const isCounty = (name: string) =>
    /\s(county|parish|borough|census area|municipio)$/i.test(name) ||
    /^(county|parish|municipality) of\s/i.test(name) ||
    (/\scity$/i.test(name) && index.countiesOf(name).size > 0)
  if (plural) {
    const kind = { p: 'Parish', b: 'Borough' }[plural[1]?.[0]?.toLowerCase() ?? ''] ?? 'County'
    return chooseState(
      names.map((name) => index.countiesOf(`${name} ${kind}`)),
      states,
    )
  }
  if (!names.some(isCounty)) return null
  const said = names.filter((name) => isCounty(name))
  const rest = names.filter((name) => !isCounty(name))
  const counties = chooseState(
    said.map((n) => index.countiesOf(n)),
    states,
  )
  return [...counties, ...rest.flatMap((name) => readPlace(name, index, states))]
}

/** Towns: only of states that are known, because most names occur in many. Counties without that word count in lists. */
function readTowns(part: string, index: AreaIndex, known: KnownStates): string[] {
  const { list, states } = takeState(part, known)
  const names = partsOf(list)
  for (const group of states) {
    const found = group.map((state) => readTownsOf(state, names, index))
    if (found.includes(null)) return []
    const [only, ...others] = found.filter((keys) => keys?.length)
    if (only) return others.length ? [] : only
  }
  return []
}

/** @returns null if nobody knows which: `Orange, Los Angeles` are two towns and two counties */
function readTownsOf(state: string, names: string[], index: AreaIndex): string[] | null {
  const towns = names.flatMap((name) => index.townOf(name, state) ?? [])
  const counties = names.flatMap((name) => index.countiesOf(name).get(state) ?? [])
  const areCounties = counties.length === names.length
  if (areCounties && towns.length === names.length) return null
  return areCounties ? counties : towns
}

/** Takes the state from the end of `Chicago, IL` or `Lake and Will Counties in Illinois`. */
function takeState(part: string, known: KnownStates): { list: string; states: KnownStates } {
  const [, list, name] = /^(.+?)(?:\s*,\s*|\s+in\s+|\s*\(\s*)([A-Za-z. ]+?)\)?$/.exec(part) ?? []
  const last = /^(.+),\s*([A-Za-z. ]+)$/.exec(part)
  for (const [text, said] of [
    [last?.[1], last?.[2]],
    [list, name],
  ]) {
    const state = text && said ? findState(said) : null
    if (text && state) return { list: text, states: [[state.fips]] }
  }
  return { list: part, states: known }
}

/**
 * The counties of these names in the one state that has all of them. A known state goes first; without one, only names
 * that occur together nowhere else are sure.
 */
function chooseState(found: ReadonlyMap<string, string>[], known: KnownStates): string[] {
  const named = found.filter((states) => states.size > 0)
  if (!named.length) return []
  const having = [...(named[0]?.keys() ?? [])].filter((state) => named.every((states) => states.has(state)))
  for (const group of known) {
    const fitting = having.filter((state) => group.includes(state))
    if (fitting.length > 1) return []
    const [state] = fitting
    if (state) return named.flatMap((states) => states.get(state) ?? [])
  }
  const [only] = having
  return only && having.length === 1 ? named.flatMap((states) => states.get(only) ?? []) : []
}

const capital = "[A-Z][A-Za-z.'’-]*"
const countyInName = new RegExp(`((?:${capital}\\s+){1,3})(County|Parish|Borough)\\b`, 'g')
const countiesInName = new RegExp(`((?:${capital}(?:,\\s*|\\s+and\\s+|\\s*&\\s*|\\s+))+)(Counties|Parishes)\\b`)
const afterIn = new RegExp(
  `\\b(?:in|serving|throughout|residents of)\\s+(?:the\\s+)?((?:${capital},?\\s*(?:and\\s+)?){1,6})`,
  'g',
)
const beforeResidents = new RegExp(`((?:${capital}\\s+){1,3})residents\\b`, 'g')
const wholeState = new RegExp(
  `\\b(?:throughout|across|all of|anywhere in|all over)\\s+(?:the\\s+)?(?:[Ss]tate of\\s+)?((?:${capital}\\s*){1,3})`,
  'g',
)

export interface AreaGuess {
  keys: string[]
  /** The words on which it rests. */
  because: string
}

/**
 * Guesses where a service helps from its own name (`Free legal forms in Cook County`), from the words about who can get
 * it (`must live in Cook County`), or from a text that says `throughout Illinois`. Never from an address.
 */
export function guessArea(
  service: { name: string; description: string | null; eligibilityDescription?: string | null },
  index: AreaIndex,
  known: KnownStates,
): AreaGuess | null {
  const name = service.name.replace(/\s+/g, ' ')
  const guess = (because: string, keys: string[]) => (keys.length ? { keys, because: because.trim() } : null)
  const several = countiesInName.exec(name)
  const inName =
    (several &&
      guess(
        several[0],
        shorter(several[0])
          .map((t) => readCounties(t, index, known) ?? [])
          .find((k) => k.length) ?? [],
      )) ??
    first(name.matchAll(countyInName), ([whole]) =>
      firstKeys(shorter(whole), (t) => readCounties(t, index, known) ?? []),
    ) ??
    first(name.matchAll(afterIn), ([, place = '']) => firstKeys(longer(place), (t) => readPlace(t, index, known))) ??
    first(name.matchAll(beforeResidents), ([, place = '']) =>
      firstKeys(allShorter(place), (t) => readPlace(t, index, known)),
    )
  if (inName) return inName
  const required = readRequired(service.eligibilityDescription ?? '', index, known)
  if (required) return required
  if (/\bstate\s?wide\b/i.test(name)) return guess('statewide', readStates('statewide', index, known) ?? [])
  return first(`${name}. ${service.description ?? ''}`.matchAll(wholeState), ([, place = '']) =>
    firstKeys(longer(place), (text) => {
      const state = findState(text)
      return state && state.name.length === text.trim().length ? [stateKey(state.fips)] : []
    }),
  )
}

const mustLive = new RegExp(
  `\\b(?:[Rr]esidents? of|[Ll]iv(?:e|es|ing) in|[Rr]esid(?:e|es|ing)(?: and/or work)? in|[Rr]esidentes (?:de|en)|[Vv]iv(?:e|en|an|ir) en)\\s+(?:the\\s+|el\\s+|la\\s+)?(?:(?:[Cc]ity|[Ss]tate|[Cc]iudad|[Ee]stado) (?:of|de)\\s+)?((?:${capital},?\\s*(?:and\\s+|y\\s+)?){1,6})`,
  'g',
)
const countyInSpanish = new RegExp(`[Cc]ondado de ((?:${capital}\\s*){1,3})`, 'g')

/** Where people must live, as the words about who can get a service say it. */
function readRequired(text: string, index: AreaIndex, known: KnownStates): AreaGuess | null {
  const said = text
    .replace(/\s+/g, ' ')
    .replace(countyInSpanish, (_, county: string) => `${county.trim()} County `)
    .replace(/\s(?:or|y|o)\s/g, ' and ')
  const several = countiesInName.exec(said)
  return (
    (several && firstKeys(shorter(several[0]), (part) => readCounties(part, index, known) ?? [])) ??
    first(said.matchAll(countyInName), ([whole]) =>
      firstKeys(shorter(whole), (part) => readCounties(part, index, known) ?? []),
    ) ??
    first(said.matchAll(mustLive), ([, place = '']) =>
      firstKeys(longer(place), (part) => readPlace(part, index, known)),
    )
  )
}

const readPlace = (text: string, index: AreaIndex, known: KnownStates) =>
  readStates(text, index, known) ?? readTowns(text, index, known)

/** `Free Legal Cook County` → also without the first words: `Legal Cook County`, `Cook County`. */
const shorter = (text: string) => {
  const words = text.trim().split(/\s+/)
  return words.slice(0, -1).map((_, from) => words.slice(from).join(' '))
}
const allShorter = (text: string) => [...shorter(text), text.trim().split(/\s+/).at(-1) ?? '']
/** `East Palo Alto Now` → also without the last words. */
const longer = (text: string) => {
  const words = text.trim().split(/\s+/)
  return words.map((_, less) => words.slice(0, words.length - less).join(' '))
}
const firstKeys = (texts: string[], read: (text: string) => string[]): AreaGuess | null => {
  for (const text of texts) {
    const keys = read(text)
    if (keys.length) return { keys, because: text }
  }
  return null
}
function first(matches: Iterable<RegExpExecArray>, read: (match: RegExpExecArray) => AreaGuess | null) {
  for (const match of matches) {
    const found = read(match)
    if (found) return found
  }
  return null
}
