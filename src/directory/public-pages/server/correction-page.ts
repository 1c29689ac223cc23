import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ServiceDetail } from '#directory/services/service-detail.ts'
import { publicTopics } from '#directory/suggestions/suggestion.ts'
import type { Config } from '#platform/server/config.ts'
import { Correction, type CorrectionForm, WORDS_MAX } from '../correction.ts'
import { e, hrefOf, pageWriter, type Visit, writePage } from './page-parts.ts'
import { clip } from './service-words-public.ts'

type Keys = Pick<Config, 'secretKeys'>
const DAY_MS = 86_400_000
const keyOn = (secret: string, serviceId: string, day: number) =>
  createHmac('sha256', secret).update(`public-correction ${serviceId} ${day}`).digest('base64url')
const dayOf = (time: number) => Math.floor(time / DAY_MS)

/** What the form of a service sends back: only whoever read its page today or yesterday knows it. */
export const keyOfCorrection = ({ secretKeys }: Keys, serviceId: string) =>
  keyOn(secretKeys[0] ?? '', serviceId, dayOf(Date.now()))

function isKeyOfCorrection({ secretKeys }: Keys, serviceId: string, given: string) {
  const sent = Buffer.from(given)
  const today = dayOf(Date.now())
  return secretKeys.some((secret) =>
    [today, today - 1].some((day) => {
      const right = Buffer.from(keyOn(secret, serviceId, day))
      return sent.length === right.length && timingSafeEqual(sent, right)
    }),
  )
}

/** In which fields something is wrong, and whether the page was open for too long. */
export type Wrong = Partial<Record<'topic' | 'words' | 'key', boolean>>

/** What a form says, or what is wrong with it. A page that was open for days loses no words: it is sent again. */
export function readCorrection(product: Keys, serviceId: string, given: CorrectionForm) {
  const isOld = !isKeyOfCorrection(product, serviceId, given.key)
  const read = Correction.safeParse(given)
  const fields = read.error?.issues.map(({ path }) => path[0]) ?? []
  const wrong: Wrong = { topic: fields.includes('topic'), words: fields.includes('words'), key: isOld }
  return { correction: isOld ? undefined : read.data, wrong }
}

/** Whether the page of the service says the same already. */
export function isSaidAlready(
  { topic, words }: Correction,
  service: Pick<ServiceDetail, 'eligibilityDescription' | 'applicationProcess'>,
) {
  const present = { eligibility: service.eligibilityDescription, application: service.applicationProcess }
  return topic in present && words !== '' && words === present[topic as keyof typeof present]
}

/**
 * As a suggested correction. Without words it says only what is wrong, in the language of whoever decides, and never
 * becomes the value of a field.
 */
export function suggestionOf({ topic, words }: Correction, timeZone: string) {
  const { t } = pageWriter('en', timeZone)
  const none = { hours: null, phone: null, contact: null, address: null, note: null }
  // That a service is closed, the topic alone proposes.
  if (topic === 'closed') return { ...none, topic, text: null, note: words || null }
  if (words) return { ...none, topic, text: words }
  return { ...none, topic: 'other' as const, text: t('correction.said', { topic: t(`correction.topics.${topic}`) }) }
}

/** The form that says what is wrong about a service: HTML without scripts. */
export function correctionPage(
  service: Pick<ServiceDetail, 'id' | 'name'>,
  key: string,
  visit: Visit,
  { given, wrong = {} }: { given?: CorrectionForm; wrong?: Wrong } = {},
): string {
  const { t } = visit.writer
  const path = `/${service.id}/correction`
  const back = hrefOf(visit, `/${service.id}`)
  const problemOf = (field: 'topic' | 'words', text: string) =>
    wrong[field] ? `<p class="bad" id="${field}-problem">${e(text)}</p>` : ''
  // The first field in which something is wrong has the focus.
  const stateOf = (field: 'topic' | 'words') => {
    const isFirst = field === 'topic' || !wrong.topic
    return wrong[field] ? ` aria-invalid="true" aria-describedby="${field}-problem"${isFirst ? ' autofocus' : ''}` : ''
  }
  const options = publicTopics.map(
    (topic) =>
      `<option value="${topic}"${given?.topic === topic ? ' selected' : ''}>${e(t(`correction.topics.${topic}`))}</option>`,
  )
  const lang = visit.chosen ? `<input type="hidden" name="lang" value="${visit.chosen}">` : ''
  const title = t('correction.title')
  const main = `<p><a href="${e(back)}">${e(t('correction.back'))}</a></p><h1>${e(title)}</h1><p><b>${e(clip(service.name, 200))}</b></p><p>${e(t('correction.lead'))}</p>${wrong.key ? `<p class="bad" role="alert">${e(t('correction.sendAgain'))}</p>` : ''}
<form method="post" action="/find${path}"><input type="hidden" name="key" value="${e(key)}">${lang}
<p hidden><label for="website">${e(t('correction.leaveEmpty'))}</label><input id="website" name="website" tabindex="-1" autocomplete="off"></p>
<label for="topic">${e(t('correction.topic'))}</label>${problemOf('topic', t('correction.topicMissing'))}<select id="topic" name="topic" required${stateOf('topic')}><option value="">${e(t('correction.choose'))}</option>${options.join('')}</select>
<label for="words">${e(t('correction.words'))}</label>${problemOf('words', t('correction.wordsTooLong', { count: WORDS_MAX }))}<textarea id="words" name="words" rows="4" maxlength="${WORDS_MAX}"${stateOf('words')}>${e(given?.words ?? '')}</textarea>
<p class="soft">${e(t('correction.privacy'))}</p>
<button class="go">${e(t('correction.send'))}</button></form>`
  return writePage({ title: `${title}: ${clip(service.name, 100)}`, path }, visit, main)
}
