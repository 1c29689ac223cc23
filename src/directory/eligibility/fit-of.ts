import { allHold, anyHolds, compare, type Truth } from '#platform/schema/comparison.ts'
import { type ComparedFacts, isEverywhere, type KnownCodes } from './compared-facts.ts'
import { type EligibilityRules, NO_MAXIMUM, NO_MINIMUM, type ReadRule } from './eligibility.ts'
import type { FitReason, Verdict } from './fit.ts'
import { type AskedGroup, askedGroups, type FactName } from './person-facts.ts'

/** For whom a service is. */
export interface ComparedService extends EligibilityRules {
  eligibilityDescription: string | null
  minimumAge: number | null
  maximumAge: number | null
  areaKeys: string[]
  areaBasis: 'said' | 'guess' | 'source' | 'none'
  /** Whether an area of it could not be read. */
  hasUnreadArea: boolean
}

type Rule = Omit<FitReason, 'rule'>
const holds: Rule = { holds: true, doubt: null, missing: [] }
const fails: Rule = { holds: false, doubt: null, missing: [] }
const unknown = (...missing: FactName[]): Rule => ({ holds: null, doubt: 'unknown', missing })
const doubted = (doubt: Exclude<FitReason['doubt'], null | 'unknown'>): Rule => ({ holds: null, doubt, missing: [] })
const decided = (is: Truth) => (is === true ? holds : is === false ? fails : null)

/** A service up to this age may be for the children of somebody older. */
export const MOST_AGE_OF_CHILDREN = 25

function compareAges({ minimumAge, maximumAge }: ComparedService, { age, childrenAges }: ComparedFacts): Rule | null {
  const least = minimumAge ?? NO_MINIMUM
  const most = maximumAge ?? NO_MAXIMUM
  if (least <= NO_MINIMUM && most >= NO_MAXIMUM) return null
  const isWithin = (years: number) =>
    allHold([
      compare('at-least', years, least),
      compare('at-most', Number.isInteger(most) ? Math.floor(years) : years, most),
    ]) === true
  if (age !== null && isWithin(age)) return holds
  const isForChildren = most <= MOST_AGE_OF_CHILDREN && compare('more', age, most) !== false
  // A person of unknown age may be a younger sibling of that child.
  const mayBeTooYoung = age === null && least > NO_MINIMUM
  if (isForChildren && !mayBeTooYoung && childrenAges?.some(isWithin)) return holds
  if (age === null) return unknown('birthDate')
  return isForChildren && childrenAges === null ? unknown('childrenAges') : fails
}

function compareArea({ areaKeys, areaBasis, hasUnreadArea }: ComparedService, facts: ComparedFacts): Rule | null {
  if (areaBasis === 'guess') return doubted('unconfirmed')
  if (areaBasis !== 'said') return hasUnreadArea ? doubted('unclear') : null
  if (isEverywhere(areaKeys)) return null
  const livesThere = compare('any-of', facts.areaKeys, areaKeys)
  if (livesThere === null) return unknown('postalCode')
  if (livesThere) return holds
  return hasUnreadArea || !facts.areAllAreas ? doubted('unclear') : fails
}

function compareIncome({ income: rule }: ComparedService, facts: ComparedFacts): Rule | null {
  if (rule === null || (rule.percent === null && rule.amounts.length === 0)) return null
  const { income, people, povertyShare } = facts
  const size: FactName[] = people === null ? ['householdSize'] : []
  if (income === null) return unknown(...size, 'income')
  if (rule.percent !== null) {
    if (compare('at-most', povertyShare?.most, rule.percent)) return holds
    if (compare('more', povertyShare?.least, rule.percent)) return fails
    return people === null ? unknown('householdSize') : unknown('postalCode')
  }
  if (people === null) return unknown('householdSize')
  const amount = rule.amounts[people - 1]
  if (amount === undefined) return doubted('unclear')
  return decided(compare('at-most', income, amount * (rule.per === 'month' ? 12 : 1)))
}

/** Somebody of one of these is meant. */
function compareCodes<Code>(codes: Code[] | null, known: KnownCodes<Code>, factsOf: (code: Code) => FactName[]) {
  if (!codes?.length) return null
  const is = (code: Code): Truth => (known.yes.includes(code) ? true : known.no.includes(code) ? false : null)
  const result = decided(anyHolds(codes.map(is)))
  if (result) return result
  const open = codes.filter((code) => is(code) === null)
  const missing = open.map(factsOf)
  return missing.some((facts) => !facts.length) ? doubted('not-asked') : unknown(...new Set(missing.flat()))
}

const compareHouseholds = ({ households }: ComparedService, facts: ComparedFacts) =>
  compareCodes(households, facts.households, (code): FactName[] => {
    const children: FactName[] = facts.childrenAges === null ? ['childrenAges'] : []
    const hasPartner = facts.households.yes.includes('couple') || facts.households.no.includes('couple')
    if (code === 'with-children') return children
    if (code === 'lives-alone') return ['householdSize']
    return code === 'couple' ? ['partner'] : [...children, ...(hasPartner ? [] : ['partner' as const])]
  })

const comparePopulations = ({ populations }: ComparedService, facts: ComparedFacts) =>
  compareCodes(populations, facts.populations, (code): FactName[] => {
    if ((askedGroups as readonly string[]).includes(code)) return [code as AskedGroup]
    // The service does not define a low income; only the lowest incomes count.
    return code === 'low-income' && facts.income === null ? ['householdSize', 'income'] : []
  })

function comparePapers({ papers }: ComparedService, facts: ComparedFacts): Rule | null {
  // Whoever refers somebody brings the referral.
  const needed = (papers ?? []).filter((paper) => paper !== 'none' && paper !== 'referral')
  if (!needed.length) return null
  if (facts.papers === null) return unknown('papers')
  return compare('subset-of', needed, facts.papers) ? holds : doubted('lacking')
}

const comparedRule = (field: ReadRule['field']) => (field === 'minimumAge' || field === 'maximumAge' ? 'ages' : field)

/** Whether anybody said for whom a service is. */
const isSaid = (service: ComparedService) =>
  service.areaBasis === 'said' ||
  [service.minimumAge, service.maximumAge, service.income, service.households, service.populations].some(
    (value) => value !== null,
  )

/**
 * Compares a service with a person: it does not fit if one rule does not hold, and fits if all do. What is not known, and
 * what nobody confirmed, makes it one that may fit; so does a service for which nobody said anything.
 * @param readRules what the program read out of its words
 */
export function fitOf(
  service: ComparedService,
  readRules: ReadRule[],
  facts: ComparedFacts,
): { verdict: Verdict; reasons: FitReason[] } {
  const compared: [FitReason['rule'], Rule | null][] = [
    ['ages', compareAges(service, facts)],
    ['area', compareArea(service, facts)],
    ['income', compareIncome(service, facts)],
    ['households', compareHouseholds(service, facts)],
    ['populations', comparePopulations(service, facts)],
    ['papers', comparePapers(service, facts)],
  ]
  const read = new Set<FitReason['rule']>(readRules.map(({ field }) => comparedRule(field)))
  const reasons = compared.flatMap(([rule, result]) => {
    const shown = read.has(rule) && result?.holds !== false ? doubted('unconfirmed') : result
    return shown ? [{ rule, ...shown }] : []
  })
  if (reasons.some((reason) => reason.holds === false)) return { verdict: 'does-not-fit', reasons }
  if (reasons.some((reason) => reason.holds === null)) return { verdict: 'may-fit', reasons }
  if (isSaid(service)) return { verdict: 'fits', reasons }
  const rule = service.eligibilityDescription?.trim() ? 'words' : 'nothing'
  return { verdict: 'may-fit', reasons: [...reasons, { rule, ...doubted('unclear') }] }
}
