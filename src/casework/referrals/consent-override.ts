import { z } from 'zod'
import { Id, PageQuery, pageOf, paragraphs, Timestamp } from '#platform/schema/fields.ts'

/** Why something may be shared although no consent is on record. */
export const overrideReasons = ['required by law', 'emergency', 'consent on paper', 'other'] as const
export const OverrideReason = z.enum(overrideReasons)
export type OverrideReason = z.infer<typeof OverrideReason>

/** The fields of a call that shares without a recorded consent. */
export const overrideFields = {
  consentOverrideReason: OverrideReason.nullish().meta({ title: 'Why it may be shared without a recorded consent' }),
  consentOverrideText: paragraphs(1000).nullish().meta({ title: 'Explanation', format: 'paragraphs' }),
}

export const overrideTextLength = 15
const leastLetters = 5

/** Rejects filler text: requires enough visible characters, and more than a few different letters. */
export function saysWhy(text: string | null | undefined) {
  const words = (text ?? '').replace(/\p{C}/gu, '').replace(/\s+/g, ' ').trim()
  const letters = new Set(words.toLowerCase().match(/[\p{L}\p{N}]/gu))
  return [...words].length >= overrideTextLength && letters.size >= leastLetters
}

/** What an override still lacks, as a key under `message.…` in the texts. */
export const overrideGap = (reason: OverrideReason | null | undefined, text: string | null | undefined) =>
  reason === 'other' && !saysWhy(text) ? 'override-text-required' : undefined

/**
 * One row of the network's list: who shared without a recorded consent, when and with whom. Nothing about the person.
 */
export const ConsentOverride = z.object({
  /** of the referral */
  id: Id,
  sentOn: Timestamp,
  sentBy: z.string().nullable(),
  referringOrganization: z.object({ id: Id, name: z.string() }),
  referredToOrganization: z.object({ id: Id, name: z.string() }),
  reason: OverrideReason,
})
export type ConsentOverride = z.infer<typeof ConsentOverride>
export const ConsentOverridePage = pageOf(ConsentOverride)
export const ConsentOverrideQuery = PageQuery
