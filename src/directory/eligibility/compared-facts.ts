import { NATION } from '#directory/places/area.ts'
import type { Household, Paper, Population } from './eligibility.ts'
import { type AskedGroup, askedGroups, type PersonFacts, type SaidFacts } from './person-facts.ts'
import { type PovertyShare, povertyShare } from './poverty-guideline.ts'

/** What a person is known to be, and known not to be; whatever is in neither is not known. */
export interface KnownCodes<Code> {
  yes: Code[]
  no: Code[]
}

/** What is known about a person in the form in which rules are compared with it; null: not known. */
export interface ComparedFacts {
  /** In years and whole months. */
  age: number | null
  childrenAges: number[] | null
  /** The areas in which they live. */
  areaKeys: string[] | null
  /** Whether these are all: otherwise somebody who lives in none of a service's areas may yet do. */
  areAllAreas: boolean
  /** Dollars a year. */
  income: number | null
  people: number | null
  povertyShare: PovertyShare | null
  households: KnownCodes<Household>
  populations: KnownCodes<Population>
  papers: Paper[] | null
  /** The code of the language that they speak. */
  language?: string | undefined
}

const timesAYear = { week: 52, month: 12, year: 1 }

/** @param birthDate and @param today as `2026-11-23` */
export function ageOn(today: string, birthDate: string) {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  const [bornYear = 0, bornMonth = 0, bornDay = 0] = birthDate.split('-').map(Number)
  const months = (year - bornYear) * 12 + month - bornMonth - (day < bornDay ? 1 : 0)
  return Math.max(0, months) / 12
}

/** An adult from this age; a service for younger people is for the children of an adult. */
const ADULT = 18

function householdsOf({ householdSize, childrenAges, partner }: SaidFacts): KnownCodes<Household> {
  const hasChildren = childrenAges?.some((age) => age < ADULT)
  const isSingleParent =
    hasChildren === false || partner === true ? false : hasChildren && partner === false ? true : undefined
  const known: [Household, boolean | undefined][] = [
    ['with-children', hasChildren],
    ['lives-alone', householdSize === undefined ? undefined : householdSize === 1],
    ['couple', partner],
    ['single-parent', isSingleParent],
  ]
  return codesOf(known)
}

const codesOf = <Code>(known: [Code, boolean | undefined][]): KnownCodes<Code> => ({
  yes: known.flatMap(([code, is]) => (is === true ? [code] : [])),
  no: known.flatMap(([code, is]) => (is === false ? [code] : [])),
})

/** At most this share of the poverty level is a low income by any definition. */
const LOW = 100

function populationsOf(said: SaidFacts, share: PovertyShare | null): KnownCodes<Population> {
  const asked = askedGroups.map((group): [Population, boolean | undefined] => [group, said[group satisfies AskedGroup]])
  return codesOf([...asked, ['low-income', share !== null && share.most <= LOW ? true : undefined]])
}

/**
 * @param place the areas in which the person lives, from narrow to wide; null: not known
 * @param today as `2026-11-23`
 */
export function comparedFacts({ birthDate, said }: PersonFacts, place: string[] | null, today: string): ComparedFacts {
  const income = said.income ? said.income.amount * timesAYear[said.income.per] : null
  const people = said.householdSize ?? null
  const state = place?.find((key) => key.startsWith('s'))?.slice(1) ?? null
  const share = income === null ? null : povertyShare(income, people, state)
  return {
    age: birthDate ? ageOn(today, birthDate) : null,
    childrenAges: said.childrenAges ?? null,
    areaKeys: place,
    areAllAreas: state !== null,
    income,
    people,
    povertyShare: share,
    households: householdsOf(said),
    populations: populationsOf(said, share),
    papers: said.papers ?? null,
  }
}

/** Everybody lives there. */
export const isEverywhere = (keys: string[]) => keys.includes(NATION)
