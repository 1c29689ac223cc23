import { z } from 'zod'
import { AreaName } from '#directory/places/area.ts'
import { EligibilityRules } from './eligibility.ts'
import { factNames } from './person-facts.ts'

export const verdicts = ['fits', 'may-fit', 'does-not-fit'] as const
export type Verdict = (typeof verdicts)[number]

/**
 * What a reason is about: a rule; `words`: there are only words, which nobody compared; `nothing`: nobody said for whom
 * the service is.
 */
export const comparedRules = [
  'ages',
  'area',
  'income',
  'households',
  'populations',
  'papers',
  'words',
  'nothing',
] as const
export type ComparedRule = (typeof comparedRules)[number]

/**
 * Why it is not known whether a rule holds. `unknown`: a fact about the person is missing; `unconfirmed`: the program read
 * the rule out of the text; `unclear`: the rule or the facts cannot be compared; `not-asked`: people are not asked about
 * this; `lacking`: the person lacks a paper, and may get it.
 */
export const doubts = ['unknown', 'unconfirmed', 'unclear', 'not-asked', 'lacking'] as const
export type Doubt = (typeof doubts)[number]

export const FitReason = z.object({
  rule: z.enum(comparedRules),
  /** Null if it is not known. */
  holds: z.boolean().nullable(),
  doubt: z.enum(doubts).nullable(),
  /** The facts that would decide it. */
  missing: z.array(z.enum(factNames)),
})
export type FitReason = z.infer<typeof FitReason>

/** For whom a service is, as it is compared; rules that the program read are among them. */
export const FitRules = EligibilityRules.extend({
  minimumAge: z.number().nullable(),
  maximumAge: z.number().nullable(),
  /** The first areas; the one in which the person lives comes first. */
  areas: z.array(AreaName),
  areaCount: z.number().int(),
  /** Areas that could not be read, as they are written. */
  unreadAreas: z.array(z.string()),
})
export type FitRules = z.infer<typeof FitRules>

/**
 * The person's language, as a BCP 47 code, and whether the service names it. It decides nothing: many services find an
 * interpreter.
 */
export const FitLanguage = z.object({ code: z.string(), isNamed: z.boolean() })
export type FitLanguage = z.infer<typeof FitLanguage>

/** Whether a service fits a person, with the reasons. The language is left out if it is not known, or English. */
export const Fit = z.object({
  verdict: z.enum(verdicts),
  reasons: z.array(FitReason),
  rules: FitRules,
  language: FitLanguage.optional(),
})
export type Fit = z.infer<typeof Fit>
