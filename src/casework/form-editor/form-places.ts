import type { FormDefinition, Texts } from '#casework/intake-forms/form-definition.ts'

/** The part of a form that the editor shows. */
export type Place =
  | { kind: 'form' }
  | { kind: 'page'; key: string }
  | { kind: 'item'; key: string }
  | { kind: 'score'; key: string }

/** The part that a path such as `pages.0.items.2.text.es` lies in. */
export function placeOfPath({ pages, scores }: FormDefinition, path: string): Place {
  const [first, at, second, index] = path.split('.')
  if (first === 'pages') {
    const page = pages[Number(at)]
    const item = second === 'items' ? page?.items[Number(index)] : undefined
    if (item) return { kind: 'item', key: item.key }
    if (page) return { kind: 'page', key: page.key }
  }
  const score = first === 'scores' ? scores[Number(at)] : undefined
  return score ? { kind: 'score', key: score.key } : { kind: 'form' }
}

/** The key of the page that a part belongs to; null for the form and its scores. */
export function pageOfPlace({ pages }: FormDefinition, place: Place): string | null {
  if (place.kind === 'page') return place.key
  const { key } = place.kind === 'item' ? place : { key: null }
  return pages.find(({ items }) => items.some((item) => item.key === key))?.key ?? null
}

/** What a part is called, and its number: `2.1` for the first question of the second page. */
export function nameOfPlace(form: FormDefinition, place: Place): { number: string; texts: Texts } {
  if (place.kind === 'form') return { number: '', texts: form.title }
  if (place.kind === 'score')
    return { number: '', texts: form.scores.find(({ key }) => key === place.key)?.title ?? { en: '', es: '' } }
  for (const [at, page] of form.pages.entries()) {
    if (place.kind === 'page' && page.key === place.key) return { number: String(at + 1), texts: page.title }
    const index = page.items.findIndex(({ key }) => place.kind === 'item' && key === place.key)
    const item = page.items[index]
    if (item) return { number: `${at + 1}.${index + 1}`, texts: item.text }
  }
  return { number: '', texts: { en: '', es: '' } }
}

/** All texts of a form that are not empty, with their paths. */
export function listTexts(definition: FormDefinition): { path: string; texts: Texts }[] {
  const found: { path: string; texts: Texts }[] = []
  const add = (path: string, texts: Texts) => {
    if (texts.en || texts.es) found.push({ path, texts })
  }
  const addItems = (items: FormDefinition['pages'][number]['items'][number]['items'], path: string) =>
    items.forEach((item, at) => {
      add(`${path}.${at}.text`, item.text)
      add(`${path}.${at}.help`, item.help)
      for (const [option, { text }] of item.options.entries()) add(`${path}.${at}.options.${option}.text`, text)
      if ('items' in item) addItems(item.items as typeof items, `${path}.${at}.items`)
    })
  add('title', definition.title)
  add('lead', definition.lead)
  definition.pages.forEach((page, at) => {
    add(`pages.${at}.title`, page.title)
    addItems(page.items, `pages.${at}.items`)
  })
  definition.scores.forEach((score, at) => {
    add(`scores.${at}.title`, score.title)
    for (const [band, { text }] of score.bands.entries()) add(`scores.${at}.bands.${band}.text`, text)
  })
  return found
}
