import { z } from 'zod'
import type { Paper, Population } from './eligibility.ts'

const MOST_DOLLARS = 100_000_000

/** The groups that people are asked about. */
export const askedGroups = [
  'veterans',
  'pregnant',
  'disability',
  'homebound',
  'unhoused',
  'caregivers',
  'foster-care',
  'farmworkers',
  'students',
  'unemployed',
  'uninsured',
] as const satisfies Population[]
export type AskedGroup = (typeof askedGroups)[number]

/** The papers that people are asked about. */
export const askedPapers = [
  'photo-id',
  'proof-of-address',
  'proof-of-income',
  'social-security',
  'birth-certificate',
  'insurance-card',
] as const satisfies Paper[]

const groups = Object.fromEntries(askedGroups.map((group) => [group, z.boolean()])) as Record<AskedGroup, z.ZodBoolean>

/** What a person says about themselves, because a rule of a service asks for it. Each fact may be unknown. */
export const SaidFacts = z
  .object({
    householdSize: z.number().int().min(1).max(30),
    income: z.object({ amount: z.number().min(0).max(MOST_DOLLARS), per: z.enum(['week', 'month', 'year']) }),
    /** Of the children in the household; none: an empty list. */
    childrenAges: z.array(z.number().int().min(0).max(25)).max(20),
    /** Lives with a partner. */
    partner: z.boolean(),
    ...groups,
    /** Those that they can show. */
    papers: z.array(z.enum(askedPapers)).max(askedPapers.length),
  })
  .partial()
export type SaidFacts = z.infer<typeof SaidFacts>
export const saidFactNames = SaidFacts.keyof().options

/** The facts by which a person is compared with a service. */
export const factNames = ['birthDate', 'postalCode', ...saidFactNames] as const
export type FactName = (typeof factNames)[number]

/** What is known about a person. */
export interface PersonFacts {
  birthDate: string | null
  postalCode: string | null
  city: string | null
  /** As it is on record: a tag, or a name. */
  language?: string | null
  said: SaidFacts
}
