import { leaveOut } from '#directory/services/leave-out.ts'
import {
  categoryName,
  DEFAULT_RADIUS_MILES,
  MAX_COUNTED,
  MAX_RADIUS_MILES,
  type TermNode,
} from '#directory/services/service-search.ts'
import { type Conditions, PAGE_SIZE } from '../public-search.ts'
import { crisisPanel, e, fits, hrefOf, type Visit, writePage } from './page-parts.ts'
import { type CardRoom, resultCard } from './result-card.ts'
import { categoriesToOffer, searchForm } from './search-form.ts'
import { type Results, type searchPublicly, townName } from './search-publicly.ts'
import { clip, languageWords } from './service-words-public.ts'

type Search = Awaited<ReturnType<typeof searchPublicly>>

const rooms: CardRoom[] = [
  { excerpt: 180, line: 160 },
  { excerpt: 90, line: 110 },
  { excerpt: 0, line: 80 },
]

const link = (visit: Visit, conditions: Conditions, text: string, more: Conditions = {}) =>
  `<a href="${e(hrefOf(visit, '', { ...conditions, ...more }))}">${e(text)}</a>`

/** What was relaxed because nothing matched everything, and how to leave it out for good. */
function relaxedWords({ relaxed, searchedFor }: Results, conditions: Conditions, visit: Visit) {
  const { say } = visit.writer
  const values = {
    count: Number(conditions.radius ?? DEFAULT_RADIUS_MILES),
    most: MAX_RADIUS_MILES,
    language: conditions.language && languageWords([conditions.language], visit.writer)[0],
  }
  const said = [
    ...(searchedFor ? [say('search.searchedFor', { text: searchedFor })] : []),
    ...relaxed.map((each) => say(`relaxed.${each}`, values)),
  ]
  const links = relaxed.flatMap((each) =>
    each === 'words' ? [] : `<li>${link(visit, conditions, say(`leaveOut.${each}`, values), leaveOut[each])}</li>`,
  )
  return [
    said.length ? `<p>${e(said.join(' '))}</p>` : '',
    links.length ? `<ul class="links">${links.join('')}</ul>` : '',
  ].join('')
}

/** What else could be found, and whom to call. It is never a dead end. */
function waysOn(results: Results, conditions: Conditions, visit: Visit) {
  const { say } = visit.writer
  // What is shown already leaves these conditions out: the next search must not bring them back.
  const now: Conditions = Object.assign(
    {},
    conditions,
    ...results.relaxed.map((each) => (each === 'words' ? {} : leaveOut[each])),
  )
  const shown = (results.page - 1) * PAGE_SIZE + results.items.length
  const offers = results.offers.flatMap(({ relax, radius, total }) => {
    if (relax === 'words' || relax === 'place' || total <= shown) return []
    const text = say(`offer.${relax === 'distance' ? 'farther' : relax}`, { count: total - shown })
    const change: Conditions = relax === 'distance' && radius ? { radius: String(radius) } : leaveOut[relax]
    return `<li>${link(visit, now, total < MAX_COUNTED ? text : say('offer.atLeast', { offer: text }), change)}</li>`
  })
  return `<nav aria-label="${e(say('offer.title'))}"><ul class="links">${offers.join('')}<li><a href="tel:211">${e(say('offer.call'))}</a></li></ul></nav>`
}

/** The services of a page, and the way to the next. */
export function resultList(results: Results, visit: Visit, room: CardRoom, next: (more: string) => string) {
  const { t } = visit.writer
  const cards = results.items.map((item) => resultCard(item, visit, room)).join('\n')
  return [
    results.page > 1 ? `<p class="soft">${e(t('find.page', { page: results.page }))}</p>` : '',
    cards ? `<ol>${cards}</ol>` : '',
    results.next ? `<p><a class="call" rel="next" href="${e(next(results.next))}">${e(t('find.next'))}</a></p>` : '',
    results.isCut ? `<p class="notice">${e(t('find.cut'))}</p>` : '',
  ].join('')
}

function found(results: Results, conditions: Conditions, visit: Visit, room: CardRoom) {
  const { t, say } = visit.writer
  const farther = results.fartherCount
    ? `<p>${link(visit, conditions, say('relaxed.farther', { count: results.fartherCount }), { radius: String(MAX_RADIUS_MILES) })}</p>`
    : ''
  const list = results.items.length
    ? resultList(results, visit, room, (more) => `${hrefOf(visit, '', { ...conditions, more })}#results`)
    : `<p><b>${e(say('empty.title'))}</b> ${e(t('find.empty'))}</p>`
  return `<section aria-labelledby="results"><h2 id="results">${e(t('find.results'))}</h2>${relaxedWords(results, conditions, visit)}${farther}${list}${results.next ? '' : waysOn(results, conditions, visit)}</section>`
}

/** Organizations that have the words in their name, also those without a service. */
function organizationLinks({ organizations }: Search, visit: Visit) {
  if (!organizations.length) return ''
  const label = visit.writer.say('organization.named', { count: organizations.length })
  const links = organizations.map(
    ({ id, name }) => `<li><a href="${e(hrefOf(visit, `/organization/${id}`))}">${e(clip(name, 200))}</a></li>`,
  )
  return `<nav aria-labelledby="organizations"><p class="soft" id="organizations">${e(label)}</p><ul class="links">${links.join('')}</ul></nav>`
}

/** Which of several towns is meant, or which one was taken. */
function townWords({ place }: Search, conditions: Conditions, visit: Visit) {
  const { t } = visit.writer
  const [first] = place.choices
  if (!first) {
    if (!place.town) return ''
    const other = place.isOneOfSeveral ? ` ${t('find.otherTown')}` : ''
    return `<p>${e(t('find.around', { town: place.town }) + other)}</p>`
  }
  const towns = place.choices.toSorted((one, other) => one.state.localeCompare(other.state))
  const links = towns.map((town) => `<li>${link(visit, conditions, townName(town), { near: townName(town) })}</li>`)
  return `<section aria-labelledby="towns"><h2 id="towns">${e(t('find.whichTown', { town: first.town }))}</h2><ul class="links">${links.join('')}</ul></section>`
}

function categoryLinks(terms: TermNode[], visit: Visit) {
  const { t, language } = visit.writer
  const links = categoriesToOffer(terms, undefined).map(
    (term) => `<li>${link(visit, { category: term.id }, categoryName(term, language))}</li>`,
  )
  if (!links.length) return ''
  return `<section aria-labelledby="kinds"><h2 id="kinds">${e(t('find.categories'))}</h2><ul class="links">${links.join('')}</ul></section>`
}

/** The search and what it found: HTML without scripts, of at most 30 kB. */
export function searchPage(search: Search, terms: TermNode[], visit: Visit): string {
  const { place, conditions, results } = search
  const { t } = visit.writer
  const isStart = Object.keys(conditions).length === 0
  const title = conditions.text ? `${conditions.text} · ${t('find.title')}` : t('find.title')
  const page = {
    title,
    path: '',
    params: { ...conditions, more: search.more ?? '' },
    isIndexed: isStart,
    description: t('find.lead'),
  }
  const intro = `<h1>${e(t('find.title'))}</h1>${isStart ? `<p>${e(t('find.lead'))}</p>` : ''}`
  let html = ''
  for (const room of rooms) {
    const main = [
      intro,
      crisisPanel(visit, conditions.text, place.zip),
      searchForm(visit, conditions, terms, place.problem),
      townWords(search, conditions, visit),
      organizationLinks(search, visit),
      results ? found(results, conditions, visit, room) : '',
      isStart ? categoryLinks(terms, visit) : '',
    ]
    html = writePage(page, visit, main.join('\n'))
    if (fits(html)) break
  }
  return html
}
