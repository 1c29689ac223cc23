import { type Arbitrary, constant, constantFrom, integer, option, record, subarray } from 'fast-check'
import { type Household, households, papers, populations, type ReadRule } from '#directory/eligibility/eligibility.ts'
import type { Verdict } from '#directory/eligibility/fit.ts'
import type { ComparedService } from '#directory/eligibility/fit-of.ts'
import {
  type AskedGroup,
  askedGroups,
  askedPapers,
  type PersonFacts,
  type SaidFacts,
} from '#directory/eligibility/person-facts.ts'

/** The day on which the cases are compared. */
export const TODAY = '2026-11-23'

/** A service about which nobody said anything. */
export const silent: ComparedService = {
  eligibilityDescription: null,
  minimumAge: null,
  maximumAge: null,
  income: null,
  households: null,
  populations: null,
  papers: null,
  areaKeys: [],
  areaBasis: 'none',
  hasUnreadArea: false,
}
/** Uptown, Chicago: a ZIP code with all areas around it. */
export const chicago = ['z60640', 't17:chicago', 'c17031', 's17', 'us']
const buffalo = ['z14201', 't36:buffalo', 'c36029', 's36', 'us']
const anchorage = ['z99501', 't02:anchorage', 'c02020', 's02', 'us']

export interface FitCase {
  service: Partial<ComparedService>
  read?: ReadRule[]
  born?: string
  place?: string[]
  said?: SaidFacts
  verdict: Verdict
  /** The rules that decide it: those that fail, or are not known; all that hold if it fits. */
  because: string[]
}

const adult = '1992-05-01'
const senior = '1955-01-31'
const percent = (most: number) => ({ percent: most, amounts: [], per: 'year' as const })
const monthly = (...amounts: number[]) => ({ percent: null, amounts, per: 'month' as const })
const earns = (amount: number, per: 'week' | 'month' | 'year' = 'year') => ({ income: { amount, per } })
const ages = (minimumAge: number | null, maximumAge: number | null) => ({ minimumAge, maximumAge })
const serves = (...areaKeys: string[]) => ({ areaKeys, areaBasis: 'said' as const })
const cook = serves('c17031')
const readAge: ReadRule[] = [{ field: 'minimumAge', value: 60, because: '60 or older' }]
const pick = (...list: Household[]) => ({ households: list })
const fits = (because: string[], rest: Omit<FitCase, 'verdict' | 'because'>): FitCase => ({
  ...rest,
  verdict: 'fits',
  because,
})
const mayFit = (because: string[], rest: Omit<FitCase, 'verdict' | 'because'>): FitCase => ({
  ...rest,
  verdict: 'may-fit',
  because,
})
const doesNot = (because: string[], rest: Omit<FitCase, 'verdict' | 'because'>): FitCase => ({
  ...rest,
  verdict: 'does-not-fit',
  because,
})

/** A service and a person, made by hand, with the verdict. */
export const fitCases: Record<string, FitCase> = {
  // Nothing was said, or only words.
  'nobody said for whom': mayFit(['nothing'], { service: {}, born: adult, place: chicago }),
  'only words': mayFit(['words'], { service: { eligibilityDescription: 'Call us.' }, born: adult }),
  'a rule was read, and would hold': mayFit(['ages'], { service: {}, read: readAge, born: senior }),
  'a rule was read, and would not hold': mayFit(['ages'], { service: {}, read: readAge, born: adult }),
  'a rule was read beside one that holds': mayFit(['ages'], {
    service: cook,
    read: readAge,
    born: adult,
    place: chicago,
  }),
  'a rule was read beside one that fails': doesNot(['area'], { service: cook, read: readAge, place: buffalo }),
  'no rules at all, as somebody said': fits([], { service: { households: [], populations: [] } }),
  'all ages, as somebody said': fits([], { service: ages(0, 999) }),
  'papers alone say not for whom': mayFit(['nothing'], { service: { papers: ['none'] } }),

  // Ages.
  '60 or older, and is 71': fits(['ages'], { service: ages(60, null), born: senior }),
  '60 or older, and is 34': doesNot(['ages'], { service: ages(60, null), born: adult }),
  '60 or older, age not known': mayFit(['ages'], { service: ages(60, null) }),
  'turns 60 today': fits(['ages'], { service: ages(60, null), born: '1966-11-23' }),
  'turns 60 tomorrow': doesNot(['ages'], { service: ages(60, null), born: '1966-11-24' }),
  '16 to 24, and is 24': fits(['ages'], { service: ages(16, 24), born: '2001-11-24' }),
  '16 to 24, and is 25': mayFit(['ages'], { service: ages(16, 24), born: '2001-11-23' }),
  '16 to 24, and is 15': doesNot(['ages'], { service: ages(16, 24), born: '2011-01-01' }),
  'from half a year, and is five months': doesNot(['ages'], { service: ages(0.5, 3), born: '2026-06-24' }),
  'from half a year, and is six months': fits(['ages'], { service: ages(0.5, 3), born: '2026-05-23' }),
  'up to two and a half, and is older': mayFit(['ages'], { service: ages(null, 2.5), born: '2024-04-23' }),
  'up to 64, and is 71': doesNot(['ages'], { service: ages(null, 64), born: senior }),
  'for small children, an adult': mayFit(['ages'], { service: ages(null, 5), born: adult }),
  'for small children, an adult with one': fits(['ages'], {
    service: ages(null, 5),
    born: adult,
    said: { childrenAges: [9, 2] },
  }),
  'for small children, an adult with older ones': doesNot(['ages'], {
    service: ages(null, 5),
    born: adult,
    said: { childrenAges: [9, 6] },
  }),
  'for small children, an adult without': doesNot(['ages'], {
    service: ages(null, 5),
    born: adult,
    said: { childrenAges: [] },
  }),
  'for small children, a parent of unknown age': fits(['ages'], {
    service: ages(null, 5),
    said: { childrenAges: [3] },
  }),
  'for young adults, of unknown age with one in the household': mayFit(['ages'], {
    service: ages(18, 24),
    said: { childrenAges: [24] },
  }),
  'for young adults, a child with one in the household': doesNot(['ages'], {
    service: ages(18, 24),
    born: '2012-02-02',
    said: { childrenAges: [24] },
  }),
  'for teens, a child of nine': doesNot(['ages'], { service: ages(13, 19), born: '2017-02-02' }),

  // Where people live.
  'residents of Cook County, who lives there': fits(['area'], { service: cook, place: chicago }),
  'residents of Cook County, who lives in Buffalo': doesNot(['area'], { service: cook, place: buffalo }),
  'residents of Cook County, home not known': mayFit(['area'], { service: cook }),
  'residents of a town, by their ZIP code': fits(['area'], {
    service: serves('t17:chicago', 'z60302'),
    place: chicago,
  }),
  'residents of a state': fits(['area'], { service: serves('s36'), place: buffalo }),
  'everybody in the nation, home not known': fits([], { service: serves('us') }),
  'a guessed area elsewhere': mayFit(['area'], {
    service: { areaKeys: ['c17031'], areaBasis: 'guess' },
    place: buffalo,
  }),
  'the area of a directory, elsewhere': mayFit(['nothing'], {
    service: { areaKeys: ['s17'], areaBasis: 'source' },
    place: buffalo,
  }),
  'an area that nobody could read': mayFit(['area'], {
    service: { ...ages(18, null), hasUnreadArea: true },
    born: adult,
  }),
  'one of its areas could not be read': mayFit(['area'], { service: { ...cook, hasUnreadArea: true }, place: buffalo }),
  'a ZIP code whose county is not known': mayFit(['area'], { service: cook, place: ['z09001', 'us'] }),

  // Income.
  'income at the limit': fits(['income'], {
    service: { income: percent(200) },
    said: { ...earns(31_920), householdSize: 1 },
    place: chicago,
  }),
  'income above the limit': doesNot(['income'], {
    service: { income: percent(200) },
    said: { ...earns(31_921), householdSize: 1 },
    place: chicago,
  }),
  'the same income, with a child': fits(['income'], {
    service: { income: percent(200) },
    said: { ...earns(31_921), householdSize: 2 },
    place: chicago,
  }),
  'income above, in Alaska not': fits(['income'], {
    service: { income: percent(200) },
    said: { ...earns(31_921), householdSize: 1 },
    place: anchorage,
  }),
  'income above, state not known': mayFit(['income'], {
    service: { income: percent(200) },
    said: { ...earns(31_921), householdSize: 1 },
  }),
  'income above in any state': doesNot(['income'], {
    service: { income: percent(200) },
    said: { ...earns(39_901), householdSize: 1 },
  }),
  'income low for any household': fits(['income'], {
    service: { income: percent(100) },
    said: earns(15_000),
    place: chicago,
  }),
  'income high, household not known': mayFit(['income'], {
    service: { income: percent(100) },
    said: earns(90_000),
    place: chicago,
  }),
  'income not known': mayFit(['income'], { service: { income: percent(185) }, said: { householdSize: 3 } }),
  'no income': fits(['income'], { service: { income: percent(50) }, said: earns(0) }),
  'weekly pay': doesNot(['income'], {
    service: { income: percent(100) },
    said: { ...earns(400, 'week'), householdSize: 1 },
    place: chicago,
  }),
  'amounts a month, within': fits(['income'], {
    service: { income: monthly(2000, 2700) },
    said: { ...earns(2700, 'month'), householdSize: 2 },
  }),
  'amounts a month, above': doesNot(['income'], {
    service: { income: monthly(2000, 2700) },
    said: { ...earns(32_401), householdSize: 2 },
  }),
  'amounts, household not known': mayFit(['income'], { service: { income: monthly(2000, 2700) }, said: earns(100) }),
  'amounts, household larger than said': mayFit(['income'], {
    service: { income: monthly(2000) },
    said: { ...earns(100), householdSize: 2 },
  }),
  'an income rule without a number': fits([], { service: { income: monthly() }, said: earns(900_000) }),

  // Households.
  'families with children, with one': fits(['households'], {
    service: pick('with-children'),
    said: { childrenAges: [17] },
  }),
  'families with children, all grown': doesNot(['households'], {
    service: pick('with-children'),
    said: { childrenAges: [18] },
  }),
  'families with children, not known': mayFit(['households'], { service: pick('with-children') }),
  'single parents, alone with a child': fits(['households'], {
    service: pick('single-parent'),
    said: { childrenAges: [4], partner: false },
  }),
  'single parents, with a partner': doesNot(['households'], {
    service: pick('single-parent'),
    said: { partner: true },
  }),
  'single parents, partner not known': mayFit(['households'], {
    service: pick('single-parent'),
    said: { childrenAges: [4] },
  }),
  'people who live alone, two': doesNot(['households'], { service: pick('lives-alone'), said: { householdSize: 2 } }),
  'alone or a couple: one is enough': fits(['households'], {
    service: pick('lives-alone', 'couple'),
    said: { householdSize: 2, partner: true },
  }),
  'alone or a couple: half is known': mayFit(['households'], {
    service: pick('lives-alone', 'couple'),
    said: { householdSize: 2 },
  }),

  // Groups.
  'veterans, one': fits(['populations'], { service: { populations: ['veterans'] }, said: { veterans: true } }),
  'veterans, none': doesNot(['populations'], { service: { populations: ['veterans'] }, said: { veterans: false } }),
  'veterans, not known': mayFit(['populations'], { service: { populations: ['veterans'] } }),
  'pregnant or disabled: one is enough': fits(['populations'], {
    service: { populations: ['pregnant', 'disability'] },
    said: { pregnant: true },
  }),
  'pregnant or disabled: neither': doesNot(['populations'], {
    service: { populations: ['pregnant', 'disability'] },
    said: { pregnant: false, disability: false },
  }),
  'immigrants: nobody is asked': mayFit(['populations'], { service: { populations: ['immigrants'] } }),
  'refugees or students: not a student': mayFit(['populations'], {
    service: { populations: ['refugees', 'students'] },
    said: { students: false },
  }),
  'low income, below the poverty level': fits(['populations'], {
    service: { populations: ['low-income'] },
    said: { ...earns(12_000), householdSize: 1 },
  }),
  'low income, well above': mayFit(['populations'], {
    service: { populations: ['low-income'] },
    said: { ...earns(200_000), householdSize: 1 },
  }),

  // Papers decide nothing alone, and several rules at once.
  'the papers are there': fits(['ages', 'papers'], {
    service: { ...ages(18, null), papers: ['photo-id', 'referral'] },
    born: adult,
    said: { papers: ['photo-id'] },
  }),
  'a paper is missing': mayFit(['papers'], {
    service: { ...ages(18, null), papers: ['photo-id'] },
    born: adult,
    said: { papers: [] },
  }),
  'papers not known': mayFit(['papers'], { service: { ...ages(18, null), papers: ['photo-id'] }, born: adult }),
  'a referral is the only paper': fits(['ages'], { service: { ...ages(18, null), papers: ['referral'] }, born: adult }),
  'all rules hold': fits(['ages', 'area', 'populations'], {
    service: { ...ages(60, null), ...cook, populations: ['veterans'] },
    born: senior,
    place: chicago,
    said: { veterans: true },
  }),
  'one rule fails, another is not known': doesNot(['ages'], { service: { ...ages(60, null), ...cook }, born: adult }),
  'one rule holds, another is not known': mayFit(['income'], {
    service: { ...ages(18, null), income: percent(200) },
    born: adult,
  }),
}

export const randomService: Arbitrary<ComparedService> = record({
  eligibilityDescription: constant(null),
  minimumAge: option(constantFrom(0, 0.5, 5, 18, 60)),
  maximumAge: option(constantFrom(2.5, 5, 17, 24, 64, 999)),
  income: option(
    record({
      percent: option(constantFrom(100, 185, 200)),
      amounts: constantFrom<number[]>([], [12_000], [12_000, 24_000, 30_000]),
      per: constantFrom('month' as const, 'year' as const),
    }),
  ),
  households: option(subarray([...households])),
  populations: option(subarray([...populations], { maxLength: 4 })),
  papers: option(subarray([...papers], { maxLength: 3 })),
  areaKeys: subarray(['c17031', 't17:chicago', 's36', 'z99501', 'us'], { minLength: 1, maxLength: 2 }),
  areaBasis: constantFrom('said' as const, 'guess' as const, 'source' as const),
  hasUnreadArea: constantFrom(false, true),
})

const groups = Object.fromEntries(askedGroups.map((group) => [group, constantFrom(true, false)])) as Record<
  AskedGroup,
  Arbitrary<boolean>
>

/** What a person says, all of it; a test leaves some out. */
export const randomPerson: Arbitrary<{ birthDate: string; place: string[]; said: SaidFacts }> = record({
  birthDate: constantFrom('2026-03-01', '2022-05-05', '2012-02-02', '2003-01-01', adult, senior),
  place: constantFrom(chicago, buffalo, anchorage),
  said: record({
    householdSize: integer({ min: 1, max: 5 }),
    income: record({
      amount: constantFrom(0, 900, 1500, 12_000, 16_000, 31_920, 50_000),
      per: constantFrom('week' as const, 'month' as const, 'year' as const),
    }),
    childrenAges: constantFrom<number[]>([], [0], [3, 9], [16], [24]),
    partner: constantFrom(true, false),
    ...groups,
    papers: subarray([...askedPapers]),
  }),
})

export const personOf = (birthDate: string | undefined, said: SaidFacts): PersonFacts => ({
  birthDate: birthDate ?? null,
  postalCode: null,
  city: null,
  said,
})
