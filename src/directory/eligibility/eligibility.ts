import { z } from 'zod'

/** Kinds of households; a household of one of them is meant. */
export const households = ['with-children', 'single-parent', 'lives-alone', 'couple'] as const
/** Groups of people; somebody of one of them is meant. */
export const populations = [
  'low-income',
  'veterans',
  'pregnant',
  'disability',
  'homebound',
  'immigrants',
  'refugees',
  'unhoused',
  'survivors',
  'reentry',
  'caregivers',
  'foster-care',
  'farmworkers',
  'students',
  'unemployed',
  'uninsured',
  'lgbtq',
] as const
/** What somebody must show; `none`: nothing, and nobody asks. */
export const papers = [
  'none',
  'photo-id',
  'proof-of-address',
  'proof-of-income',
  'social-security',
  'birth-certificate',
  'insurance-card',
  'referral',
] as const

export type Household = (typeof households)[number]
export type Population = (typeof populations)[number]
export type Paper = (typeof papers)[number]

const MOST_PERCENT = 1000
const MOST_AMOUNT = 10_000_000
/** The largest household with an amount of its own. */
export const MOST_PEOPLE = 8

/** The most income: as a share of the federal poverty level, or as amounts, the first of them for one person. */
export const IncomeRule = z.object({
  percent: z.number().int().min(1).max(MOST_PERCENT).nullable(),
  amounts: z.array(z.number().int().min(1).max(MOST_AMOUNT)).max(MOST_PEOPLE),
  per: z.enum(['month', 'year']),
})
export type IncomeRule = z.infer<typeof IncomeRule>

/** For whom a service is, beside its words, ages and areas; null if nobody said. */
export const EligibilityRules = z.object({
  income: IncomeRule.nullable(),
  households: z.array(z.enum(households)).max(households.length).nullable(),
  populations: z.array(z.enum(populations)).max(populations.length).nullable(),
  papers: z.array(z.enum(papers)).max(papers.length).nullable(),
})
export type EligibilityRules = z.infer<typeof EligibilityRules>

/** Values that exports use for "no limit". */
export const NO_MINIMUM = 0
export const NO_MAXIMUM = 999

/** The rules that can be read out of a text. */
export const ReadRules = EligibilityRules.extend({ minimumAge: z.number(), maximumAge: z.number() }).partial()
export type ReadRules = z.infer<typeof ReadRules>
export type RuleName = keyof ReadRules
export const ruleNames = Object.keys(ReadRules.shape) as RuleName[]

/** A rule that the program read out of the words about eligibility, with these words. */
export const ReadRule = z.discriminatedUnion('field', [
  z.object({ field: z.literal('minimumAge'), value: z.number(), because: z.string() }),
  z.object({ field: z.literal('maximumAge'), value: z.number(), because: z.string() }),
  z.object({ field: z.literal('income'), value: IncomeRule, because: z.string() }),
  z.object({ field: z.literal('households'), value: z.array(z.enum(households)), because: z.string() }),
  z.object({ field: z.literal('populations'), value: z.array(z.enum(populations)), because: z.string() }),
  z.object({ field: z.literal('papers'), value: z.array(z.enum(papers)), because: z.string() }),
])
export type ReadRule = z.infer<typeof ReadRule>
