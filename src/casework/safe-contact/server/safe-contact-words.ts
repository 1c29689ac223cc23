import { clockText, weekdayName } from '#platform/schema/clock-words.ts'
import { phoneText } from '#platform/schema/phone-number.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import type { ContactWay, SafeContact } from '../safe-contact.ts'
import { mayContact } from '../safe-contact-policy.ts'
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }

const texts = createTexts({ en, es })

/** When a person may be contacted; empty if at any time. */
function hoursWords({ hours, hoursNote, timeZone }: SafeContact, language: Language) {
  const lines = hours.map(
    ({ days, from, to }) =>
      `${days.map((day) => weekdayName(day, language, 'short')).join(', ')} ${clockText(from, language)}–${clockText(to, language)} (${timeZone})`,
  )
  return [...lines, hoursNote].filter(Boolean).join('; ')
}

const forbidden = { call: 'mark.noCall', text: 'mark.noText', email: 'mark.noEmail' } as const
const refused = { 'do-not-contact': 'mark.stop', 'not-asked': 'mark.not-asked', 'not-now': 'mark.not-now' } as const

/**
 * The warnings to read before contacting a person at this number or address, for a file that is read later: with the
 * safe hours instead of whether it is safe now. Empty if there are none.
 */
export function contactWarning(
  rules: SafeContact | null,
  { way, to }: { way: keyof typeof forbidden; to: string | null },
  language: Language,
) {
  if (!rules || !to) return ''
  const t = texts(language)
  const verdictOf = (asked: ContactWay) => mayContact({ ...rules, hours: [] }, { way: asked, to })
  const verdict = verdictOf(way)
  if (!verdict.isAllowed) return t(verdict.refusal === 'unsafe' ? forbidden[way] : refused[verdict.refusal])
  const hours = hoursWords(rules, language)
  return [
    way === 'call' && !verdictOf('voicemail').isAllowed && t('mark.noVoicemail'),
    hours && `${t('banner.when')}: ${hours}`,
    rules.isDiscreet && t('mark.discreet'),
    (rules.avoid || rules.askFor) && t('mark.readFirst'),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** How a person may be contacted, in words, for their own copy: a term and a text for each rule. */
export function safeContactWords(rules: SafeContact, language: Language) {
  const t = texts(language)
  const yesOrNo = (isSafe: boolean) => t(isSafe ? 'copy.safe' : 'copy.unsafe')
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
    [t('banner.when'), hoursWords(rules, language)],
    [t('copy.contact'), rules.isDiscreet ? t('own.discreet') : null],
    [t('banner.avoid'), rules.avoid],
    [t('banner.askFor'), rules.askFor],
    [t('copy.contact'), rules.wantsNotices ? t('own.notices') : null],
    [t('banner.prefers'), rules.preferredWay && t(`choices.preferredWay.${rules.preferredWay}`)],
  ]
  return entries.flatMap(([term, text]) => (text ? [{ term, text }] : []))
}
