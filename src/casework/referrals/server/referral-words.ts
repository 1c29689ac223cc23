import { createTexts, type Language } from '#platform/server/texts.ts'
import type { ReferralStatus } from '../referral-machine.ts'
import { statusKey } from '../status-key.ts'
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }

const texts = createTexts({ en, es })

/** What is recorded of a referral by code, in the reader's language; a reason in words of its own stays as entered. */
export function referralWords(language: Language) {
  const t = texts(language)
  return {
    status: (status: string) => t(statusKey(status as ReferralStatus)),
    reason: (reason: string) => t(`reason.${reason}`, { defaultValue: reason }),
    outcome: (outcome: string) => t(`outcome.${outcome}`, { defaultValue: outcome }),
    overrideReason: (reason: string) => t(`overrideReason.${reason}`, { defaultValue: reason }),
  }
}
