import { phoneText } from '#platform/schema/phone-number.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import type { SafeContact } from '../safe-contact.ts'
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }

const texts = createTexts({ en, es })
const MONDAY = Date.UTC(2024, 0, 1)
const DAY = 86_400_000

/** How a person may be contacted, in words, for their own copy: a term and a text for each rule. */
export function safeContactWords(rules: SafeContact, language: Language) {
  const t = texts(language)
  const weekday = new Intl.DateTimeFormat(language === 'es' ? 'es-US' : 'en-US', { weekday: 'short', timeZone: 'UTC' })
  const yesOrNo = (isSafe: boolean) => t(isSafe ? 'copy.safe' : 'copy.unsafe')
  const hours = rules.hours.map(
    ({ days, from, to }) =>
      `${days.map((day) => weekday.format(MONDAY + (day - 1) * DAY)).join(', ')} ${from}-${to} (${rules.timeZone})`,
  )
  const entries: [string, string | null][] = [
    [t('copy.contact'), rules.doNotContact ? t('own.stop') : null],
    ...rules.phones.map((phone): [string, string] => [
      phoneText(phone.phoneNumber),
      (['mayCall', 'mayVoicemail', 'mayText'] as const)
        .map((flag) => `${t(`dialog.${flag}`)}: ${yesOrNo(phone[flag])}`)
        .join('; '),
    ]),
    [rules.email ?? '', rules.email && yesOrNo(rules.mayEmail)],
    [t('banner.letters'), yesOrNo(rules.mayMail)],
    [t('banner.when'), [...hours, rules.hoursNote].filter(Boolean).join('; ')],
    [t('copy.contact'), rules.isDiscreet ? t('own.discreet') : null],
    [t('banner.avoid'), rules.avoid],
    [t('banner.askFor'), rules.askFor],
    [t('copy.contact'), rules.wantsNotices ? t('own.notices') : null],
    [t('banner.prefers'), rules.preferredWay && t(`choices.preferredWay.${rules.preferredWay}`)],
  ]
  return entries.flatMap(([term, text]) => (text ? [{ term, text }] : []))
}
