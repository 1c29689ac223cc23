import { confidentialName } from '#directory/services/reach-words.ts'
import { ruleWords } from '#directory/services/rule-words.ts'
import type { ServiceDetail, ServicePlace } from '#directory/services/service-detail.ts'
import type { PhoneLine } from '#directory/services/service-search.ts'
import { dayIn } from '#platform/schema/day-in.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import { callButton, directions, e, fits, hrefOf, type Visit, writePage } from './page-parts.ts'
import { placeBlock, weekTable } from './place-block.ts'
import { verifiedWords } from './result-card.ts'
import { addressLines, ageWords, clip, intakeWords, languageWords, openWords } from './service-words-public.ts'

/** How much of a service is written. */
interface Room {
  /** characters of a fact */
  fact: number
  /** places with all that is known of them, and places with their address */
  places: number
  addresses: number
}
const rooms: Room[] = [
  { fact: 6000, places: 6, addresses: 40 },
  { fact: 1500, places: 3, addresses: 20 },
  { fact: 500, places: 1, addresses: 8 },
  { fact: 200, places: 1, addresses: 0 },
]
const NAME = 200

const paragraphs = (text: string, most: number) =>
  (text.length > most ? clip(text, most) : text)
    .split(/\n+/)
    .map((each) => `<p>${e(each)}</p>`)
    .join('')
const list = (items: string[]) =>
  items.length ? `<ul>${items.map((item) => `<li>${e(item)}</li>`).join('')}</ul>` : ''

/** The words about who can get it, then its rules; those that the program read out of the words say so. */
function forWhom(service: ServiceDetail, { writer }: Visit, most: number) {
  const { say, language } = writer
  const ruleText = ruleWords(say, language)
  const said = (['income', 'households', 'populations', 'papers'] as const).map((name) => ruleText(service, name))
  const read = service.readRules.map(
    ({ field, value }) => `${ruleText({ [field]: value }, field)} (${say('rule.read')})`,
  )
  const words = [service.eligibilityDescription ?? '', ageWords(service, writer)].filter(Boolean)
  return words.map((text) => paragraphs(text, most)).join('') + list([...said.filter(Boolean), ...read])
}

function feesOf(service: ServiceDetail, { writer: { say, language } }: Visit, most: number) {
  const money = (amount: number, currency: string | null) =>
    new Intl.NumberFormat(localeOf(language), {
      style: 'currency',
      currency: /^[a-z]{3}$/i.test(currency ?? '') ? (currency ?? '').toUpperCase() : 'USD',
    }).format(amount)
  const options = service.costOptions.map(({ option, amount, currency, amountDescription }) =>
    [option, amount === null ? null : money(amount, currency), amountDescription].filter(Boolean).join(' · '),
  )
  const words = [service.cost ? say(`service.cost.${service.cost}`) : '', service.feesDescription ?? ''].filter(Boolean)
  return words.map((text) => paragraphs(text, most)).join('') + list(options)
}

function areasOf({ serviceAreas }: ServiceDetail, { writer: { say } }: Visit, most: number) {
  const areas = serviceAreas.flatMap(({ name, description, statedBy }) => {
    const area = name ?? description
    return area && statedBy === 'guess' ? `${area} (${say('reach.guessed')})` : (area ?? [])
  })
  return areas.length ? paragraphs(areas.join(', '), most) : ''
}

function factsOf(service: ServiceDetail, visit: Visit, { fact }: Room) {
  const { writer } = visit
  const languages = service.languages.map(
    ({ name, note }) => `${languageWords([name], writer)[0]}${note ? ` (${note})` : ''}`,
  )
  const text = (words: string | null) => (words ? paragraphs(words, fact) : '')
  const facts: [string, string][] = [
    ['forWhom', forWhom(service, visit, fact)],
    ['areas', areasOf(service, visit, fact)],
    ['apply', text(service.applicationProcess)],
    ['wait', text(service.waitTime)],
    ['bring', list(service.requiredDocuments.map(({ document }) => clip(document, fact)))],
    ['fees', feesOf(service, visit, fact)],
    ['languages', text(languages.join(', '))],
    ['interpretation', text(service.interpretationServices)],
  ]
  return facts
    .filter(([, html]) => html)
    .map(([name, html]) => `<dt>${e(writer.say(`service.${name}`))}</dt><dd>${html}</dd>`)
    .join('')
}

function notices(service: ServiceDetail, { writer: { say, t } }: Visit, isOld: boolean) {
  const { status, statusSaid, alert, organization } = service
  return [
    ...(status === null && statusSaid ? [say('service.statusSaid', { status: clip(statusSaid, NAME) })] : []),
    ...(alert ? [clip(alert, 600)] : []),
    ...(organization.isStandIn ? [t('service.standIn')] : []),
    ...(isOld ? [t('service.stale')] : []),
  ].map((notice) => `<p class="notice">${e(notice)}</p>`)
}

/** Web and e-mail addresses of the service, else of its organization. */
export function addressesOf(website: string | null, email: string | null, { say }: Visit['writer']) {
  const isWeb = website && /^https?:/i.test(website)
  const shown = isWeb ? website.replace(/^https?:\/\//i, '').replace(/\/$/, '') : ''
  return [
    isWeb ? `<p>${e(say('service.website'))}: <a href="${e(website)}" rel="noreferrer">${e(shown)}</a></p>` : '',
    email ? `<p>${e(say('service.email'))}: <a href="mailto:${e(email)}">${e(email)}</a></p>` : '',
  ].join('')
}

/** Whom to call first: the service itself, else the place to go to, else its organization. */
const phonesOf = ({ phones, organization }: ServiceDetail, place: ServicePlace | undefined) =>
  [phones, place?.phones ?? [], organization.phones].find((some) => some.some(({ type }) => type !== 'fax')) ?? phones

/** The place that was asked for comes first; an office only with its address. */
function sortPlaces({ places }: ServiceDetail, first: string | undefined) {
  const rank = (place: ServicePlace) => (place.id === first ? 2 : Number(place.isOwn || addressLines(place).length > 0))
  return places
    .filter((place) => place.isOwn || addressLines(place).length > 0)
    .toSorted((one, other) => rank(other) - rank(one))
}

/** @param called the numbers that stand above already */
function placesOf(sorted: ServicePlace[], called: PhoneLine[], visit: Visit, { places, addresses }: Room) {
  const { t, say } = visit.writer
  const isCalled = (phone: PhoneLine) =>
    called.some(({ number, extension }) => number === phone.number && extension === phone.extension)
  if (!sorted.length) return ''
  const isOwn = sorted.some((place) => place.isOwn)
  const others = sorted.slice(places, places + addresses).map((place) => {
    const lines = addressLines(place)
    const words = [place.name, ...lines].filter(Boolean).join(', ') || confidentialName(place, say)
    return `<li>${e(clip(words, NAME))}${lines.length ? directions(lines, words, visit.writer) : ''}</li>`
  })
  const left = sorted.length - places - others.length
  return [
    `<section aria-labelledby="places"><h2 id="places">${e(say(isOwn ? 'service.where' : 'service.offices'))}</h2>`,
    isOwn ? '' : `<p>${e(say('service.officesText'))}</p>`,
    ...sorted
      .slice(0, places)
      .map((place) => placeBlock({ ...place, phones: place.phones.filter((phone) => !isCalled(phone)) }, visit)),
    others.length
      ? `<h3>${e(say('service.otherPlaces', { count: others.length }))}</h3><ul>${others.join('')}</ul>`
      : '',
    left > 0 ? `<p>${e(t('service.morePlaces', { count: left }))}</p>` : '',
    '</section>',
  ].join('')
}

function byWhom({ organization }: ServiceDetail, visit: Visit) {
  const { say } = visit.writer
  if (organization.isStandIn) return `<p class="soft">${e(say('service.providerNotNamed'))}</p>`
  const href = hrefOf(visit, `/organization/${organization.id}`)
  return `<p><a href="${e(href)}">${e(clip(organization.name, NAME))}</a></p>`
}

const thanksOf = (isThanked: boolean, { writer: { t } }: Visit) =>
  isThanked ? `<p class="thanks" role="status">${e(t('correction.thanks'))}</p>` : ''

/** Everything to know before going there or calling: HTML without scripts, of at most 30 kB. */
export function servicePage(
  service: ServiceDetail,
  visit: Visit,
  { first, isThanked = false }: { first?: string | undefined; isThanked?: boolean },
): string {
  const { writer } = visit
  const { t, say } = writer
  const hasOwnPlaces = service.places.some(({ isOwn }) => isOwn)
  const sorted = sortPlaces(service, first)
  const [place] = sorted
  const at = place?.isOwn ? place : service
  const open = openWords(at, at.week[0], writer)
  const verified = verifiedWords(service.assuredDate, visit)
  const title = clip(service.name, NAME)
  const page = {
    title,
    path: `/${service.id}`,
    isIndexed: true,
    description: service.description && clip(service.description, 160),
  }
  const call = phonesOf(service, place).slice(0, 8)
  let html = ''
  for (const room of rooms) {
    const week = hasOwnPlaces ? '' : weekTable(service.week, service.scheduleNotes, title, writer)
    const main = [
      `<p><a href="${e(hrefOf(visit, ''))}">${e(t('find.again'))}</a></p><h1>${e(title)}</h1>`,
      thanksOf(isThanked, visit),
      byWhom(service, visit),
      `<p class="chip${open.state === 'open' ? ' open' : ''}">${e(open.words)}</p>`,
      service.intake ? `<p><b>${e(intakeWords(service.intake, writer))}</b></p>` : '',
      ...notices(service, visit, verified.isOld),
      service.description ? paragraphs(service.description, room.fact) : '',
      ...call.map((phone) => callButton(phone, writer)),
      addressesOf(service.url ?? service.organization.website, service.email ?? service.organization.email, writer),
      week && `<section><h2>${e(say('service.when'))}</h2>${week}</section>`,
      placesOf(sorted, call, visit, room),
      `<dl class="box">${factsOf(service, visit, room)}</dl>`,
      `<p class="soft">${e(verified.words)}. ${e(t('service.asOf', { when: writer.day(dayIn(visit.config.timeZone)) }))}</p>`,
      `<p class="map"><a href="${e(hrefOf(visit, `/${service.id}/correction`))}" rel="nofollow">${e(t('correction.link'))}</a></p>`,
    ]
    html = writePage(page, visit, main.filter(Boolean).join('\n'))
    if (fits(html)) break
  }
  return html
}
