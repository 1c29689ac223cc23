import { categoryName, DEFAULT_RADIUS_MILES, distances, type TermNode } from '#directory/services/service-search.ts'
import { offeredLanguages } from '#directory/services/spoken-language.ts'
import type { Conditions } from '../public-search.ts'
import { e, type PageWriter, type Visit } from './page-parts.ts'
import { languageWords } from './service-words-public.ts'

/** A longer list would be heavier than all the rest of the page. */
const MOST_CATEGORIES = 40

/** The widest categories, and those of the chosen one: what is above it and what is directly below. */
export function categoriesToOffer(terms: TermNode[], chosen: string | undefined) {
  const byId = new Map(terms.map((term) => [term.id, term]))
  const above = new Set<string>()
  for (let at = chosen ? byId.get(chosen) : undefined; at; at = at.parentId ? byId.get(at.parentId) : undefined)
    above.add(at.id)
  const isOffered = ({ id, parentId, serviceCount }: TermNode) =>
    above.has(id) || (serviceCount > 0 && (parentId === null || parentId === chosen))
  const offered = terms.filter(isOffered)
  const most = offered.toSorted((a, b) => b.serviceCount - a.serviceCount).slice(0, MOST_CATEGORIES)
  return offered.filter((term) => above.has(term.id) || most.includes(term))
}

const option = (value: string, text: string, chosen: string | undefined) =>
  `<option value="${e(value)}"${value === chosen ? ' selected' : ''}>${e(text)}</option>`

function select(name: string, label: string, options: string[]) {
  return `<label for="${name}">${e(label)}</label><select id="${name}" name="${name}">${options.join('')}</select>`
}

const check = (name: string, label: string, conditions: Conditions) =>
  `<label class="row"><input type="checkbox" name="${name}" value="true"${conditions[name] ? ' checked' : ''}>${e(label)}</label>`

const languageOptions = (writer: PageWriter, chosen: string | undefined) =>
  offeredLanguages.map((name) => option(name, languageWords([name], writer)[0] ?? name, chosen))

/** The search: words and place first, the rest folded until one of it is used. */
export function searchForm(
  { writer, chosen }: Visit,
  conditions: Conditions,
  terms: TermNode[],
  problem: 'find.zipUnknown' | 'find.townUnknown' | null,
) {
  const { t, say, language } = writer
  const isFiltered = Object.keys(conditions).some((name) => name !== 'text' && name !== 'near')
  const categories = categoriesToOffer(terms, conditions.category).map((term) =>
    option(term.id, `${'– '.repeat(term.level - 1)}${categoryName(term, language)}`, conditions.category),
  )
  const radius = conditions.radius ?? String(DEFAULT_RADIUS_MILES)
  const miles = [...new Set([...distances, Number(radius)])].sort((a, b) => a - b)
  const wrong = problem ? `<p class="bad" id="near-problem">${e(t(problem))}</p>` : ''
  const described = problem
    ? ' aria-invalid="true" aria-describedby="near-problem near-hint"'
    : ' aria-describedby="near-hint"'
  return `<search><form action="/find#results" aria-label="${e(t('find.form'))}">${chosen ? `<input type="hidden" name="lang" value="${chosen}">` : ''}
<label for="text">${e(t('find.what'))}</label><input id="text" name="text" type="search" maxlength="200" value="${e(conditions.text ?? '')}">
<label for="near">${e(t('find.near'))}</label>${wrong}<input id="near" name="near" maxlength="100" value="${e(conditions.near ?? '')}"${described}><p class="soft" id="near-hint">${e(t('find.nearHint'))}</p>
<button class="go">${e(say('search.go'))}</button>
<details${isFiltered ? ' open' : ''}><summary>${e(t('find.moreFilters'))}</summary>
${check('openNow', say('search.openNow'), conditions)}${check('free', say('search.free'), conditions)}
${select('category', say('search.category'), [option('', say('search.anyCategory'), undefined), ...categories])}
${select('language', say('search.language'), [option('', say('search.anyLanguage'), undefined), ...languageOptions(writer, conditions.language)])}
${select(
  'radius',
  say('search.radius'),
  miles.map((count) => option(String(count), say('search.miles', { count }), radius)),
)}
</details></form></search>`
}
