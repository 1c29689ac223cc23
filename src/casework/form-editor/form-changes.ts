import {
  type FormDefinition,
  type FormItem,
  type FormPage,
  itemsOf,
  type Predicate,
  type Texts,
} from '#casework/intake-forms/form-definition.ts'

/** Where a question stands. */
export interface ItemPlace {
  page: number
  at: number
}

const noTexts = { en: '', es: '' }

export const newItem = (key: string): FormItem => ({
  key,
  kind: 'choice',
  text: noTexts,
  help: noTexts,
  isRequired: false,
  isSensitive: false,
  codes: [],
  options: [],
  showWhen: null,
  raises: [],
  items: [],
})

export const newPage = (key: string): FormPage => ({ key, title: noTexts, showWhen: null, items: [] })

export function placeOfItem({ pages }: FormDefinition, key: string): ItemPlace | null {
  const page = pages.findIndex(({ items }) => items.some((item) => item.key === key))
  return page < 0 ? null : { page, at: pages[page]?.items.findIndex((item) => item.key === key) ?? 0 }
}

const withItems = (form: FormDefinition, page: number, change: (items: FormItem[]) => FormItem[]) => ({
  ...form,
  pages: form.pages.map((each, at) => (at === page ? { ...each, items: change(each.items) } : each)),
})

export const insertItem = (form: FormDefinition, { page, at }: ItemPlace, item: FormItem): FormDefinition =>
  withItems(form, Math.min(page, form.pages.length - 1), (items) => items.toSpliced(at, 0, item))

export const removeItem = (form: FormDefinition, { page, at }: ItemPlace): FormDefinition =>
  withItems(form, page, (items) => items.toSpliced(at, 1))

export const changeItem = (form: FormDefinition, key: string, change: Partial<FormItem>): FormDefinition => ({
  ...form,
  pages: form.pages.map((page) => ({
    ...page,
    items: page.items.map((item) => (item.key === key ? { ...item, ...change } : item)),
  })),
})

export const changePage = (form: FormDefinition, key: string, change: Partial<FormPage>): FormDefinition => ({
  ...form,
  pages: form.pages.map((page) => (page.key === key ? { ...page, ...change } : page)),
})

/** A list with one entry moved; unchanged at its ends. */
export function moved<Entry>(list: Entry[], at: number, step: -1 | 1): Entry[] {
  const entry = list[at]
  if (entry === undefined || at + step < 0 || at + step >= list.length) return list
  return list.toSpliced(at, 1).toSpliced(at + step, 0, entry)
}

/** Moves a question by one place; at the end of its page it goes to the next one. */
export function moveItem(form: FormDefinition, key: string, step: -1 | 1): FormDefinition {
  const from = placeOfItem(form, key)
  const item = itemsOf(form).find((each) => each.key === key)
  if (!from || !item) return form
  const size = form.pages[from.page]?.items.length ?? 0
  if (from.at + step >= 0 && from.at + step < size)
    return withItems(form, from.page, (items) => moved(items, from.at, step))
  const page = from.page + step
  const next = form.pages[page]
  if (!next) return form
  return insertItem(removeItem(form, from), { page, at: step > 0 ? 0 : next.items.length }, item)
}

const renamed = (when: Predicate | null, from: string, to: string): Predicate | null =>
  when && { ...when, tests: when.tests.map((test) => (test.item === from ? { ...test, item: to } : test)) }

/** A copy of a question right after it; its needs look at the copy. */
export function duplicateItem(form: FormDefinition, key: string, copyKey: string): FormDefinition {
  const place = placeOfItem(form, key)
  const item = itemsOf(form).find((each) => each.key === key)
  if (!place || !item) return form
  const raises = item.raises.map((raised) => ({ ...raised, when: renamed(raised.when, key, copyKey) }))
  return insertItem(form, { ...place, at: place.at + 1 }, { ...structuredClone(item), key: copyKey, raises })
}

const names = (when: Predicate | null, keys: string[]) => when?.tests.some(({ item }) => keys.includes(item)) ?? false

/** The pages, questions and scores that depend on these questions, by what they are called. */
export function dependentsOf({ pages, scores }: FormDefinition, keys: string[]): Texts[] {
  const own = (item: FormItem) => keys.includes(item.key)
  return [
    ...pages.flatMap((page) => [
      ...(names(page.showWhen, keys) ? [page.title] : []),
      ...page.items
        .filter(
          (item) => !own(item) && [item.showWhen, ...item.raises.map(({ when }) => when)].some((w) => names(w, keys)),
        )
        .map(({ text }) => text),
    ]),
    ...scores.filter(({ items }) => items.some((key) => keys.includes(key))).map(({ title }) => title),
  ]
}

/** Two states of a part are the same, whatever the order of their fields. */
const written = (part: unknown) =>
  JSON.stringify(part, (_, value: unknown) =>
    Object(value) === value && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value as object).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

/** What differs between two states of a form, by what it is called. */
export function differences(before: FormDefinition, after: FormDefinition): Texts[] {
  const partsOf = (form: FormDefinition) =>
    new Map<string, [name: Texts, whole: unknown]>([
      ['form', [form.title, [form.title, form.lead, form.source, form.codes]]],
      ...form.pages.map(({ items, ...page }, at): [string, [Texts, unknown]] => [
        `page ${page.key}`,
        [page.title, [at, page, items.map(({ key }) => key)]],
      ]),
      ...itemsOf(form).map((item): [string, [Texts, unknown]] => [`item ${item.key}`, [item.text, item]]),
      ...form.scores.map((score): [string, [Texts, unknown]] => [`score ${score.key}`, [score.title, score]]),
    ])
  const [old, now] = [partsOf(before), partsOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((key) => written(old.get(key)?.[1]) !== written(now.get(key)?.[1]))
    .map((key) => (now.get(key) ?? old.get(key))?.[0] ?? noTexts)
}
