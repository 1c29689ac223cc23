export interface Page {
  total_items: number
  total_pages: number
  page_number: number
  size: number
  first_page: boolean
  last_page: boolean
  empty: boolean
  contents: unknown[]
}

const numbers = ['total_items', 'total_pages', 'page_number', 'size'] as const
const flags = ['first_page', 'last_page', 'empty'] as const

function typeMistakes(page: Record<string, unknown>) {
  return [
    ...numbers.filter((name) => !Number.isInteger(page[name])).map((name) => `${name} is not a whole number`),
    ...flags.filter((name) => typeof page[name] !== 'boolean').map((name) => `${name} is neither true nor false`),
    ...(Array.isArray(page.contents) ? [] : ['contents is not a list']),
  ]
}

/** What is wrong with the frame of a page: its fields, and what they say beside the records and the first page. */
export function pageMistakes(body: unknown, number: number, first?: Page): string[] {
  if (typeof body !== 'object' || body === null) return ['is not a page']
  const mistakes = typeMistakes(body as Record<string, unknown>)
  if (mistakes.length) return mistakes
  const page = body as Page
  const length = page.contents.length
  const perPage = first?.contents.length ?? length
  const rules: [boolean, string][] = [
    [page.page_number === number, `page_number is ${page.page_number}`],
    [page.first_page === (number === 1), `first_page is ${page.first_page}`],
    [
      page.last_page === number >= page.total_pages,
      `last_page is ${page.last_page} on page ${number} of ${page.total_pages}`,
    ],
    [page.empty === (length === 0), `empty is ${page.empty} with ${length} records`],
    [number > page.total_pages || length > 0, `has no records, although it is page ${number} of ${page.total_pages}`],
    [
      number > 1 || page.total_pages === (perPage ? Math.ceil(page.total_items / perPage) : 0),
      `total_pages is ${page.total_pages} with ${page.total_items} records in pages of ${perPage}`,
    ],
  ]
  return rules.flatMap(([holds, mistake]) => (holds ? [] : [mistake]))
}
