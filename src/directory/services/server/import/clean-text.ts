import { composed } from '#platform/schema/composed.ts'

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
  ndash: '–',
  mdash: '—',
  bull: '•',
  hellip: '…',
  eacute: 'é',
  ntilde: 'ñ',
}
const nothing = new Set(['n/a', 'na', 'null', 'none given', '-', '--', '\\n'])

function decodeEntity(whole: string, name: string) {
  if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  return code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ' '
}

const withoutMarkup = (value: string) =>
  !/[<&]/.test(value)
    ? value
    : value
        .replace(/<(script|style)\b[^<>]{0,500}>[\s\S]*?(?:<\/\1>|$)/gi, ' ')
        .replace(/<(br|\/p|\/div|\/li|\/h[1-6]|\/tr|li)\b[^<>]{0,500}>/gi, '\n')
        .replace(/<\/?[a-z][^<>]{0,2000}>/gi, ' ')
        .replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});/gi, decodeEntity)

/** Keeps only well-formed characters: PostgreSQL accepts neither NUL nor lone surrogates. */
const printable = (value: string) =>
  composed(value.toWellFormed()).replace(/[\p{Cc}\u200b\ufeff]/gu, (c) =>
    c === '\n' || c === '\t' ? c : c === '\r' ? '\n' : '',
  )

/** Cut between words, and marked as cut. Counts UTF-16 units, as the contracts do. */
const shortened = (value: string, max: number) =>
  value.length <= max
    ? value
    : `${value
        .slice(0, max - 1)
        .toWellFormed()
        .replace(/\s+\S{0,40}$/, '')
        .replace(/\ufffd$/, '')}…`

/** One line of untrusted text without markup and repeated whitespace; null if it is empty. */
export function cleanLine(value: string, max: number): string | null {
  const line = withoutMarkup(printable(value)).replace(/\s+/g, ' ').trim()
  return line === '' || nothing.has(line.toLowerCase()) ? null : shortened(line, max)
}

/** Multi-line text: without markup, but with paragraphs, separated by at most one blank line. */
export function cleanParagraphs(value: string, max: number): string | null {
  const lines = withoutMarkup(printable(value))
    .split('\n')
    .map((l) => l.replace(/\s+/g, ' ').trim())
  const text = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return text === '' || nothing.has(text.toLowerCase()) ? null : shortened(text, max)
}

/**
 * Splits at commas, unless the next round bracket is a closing one. From the end, so that each character is read once.
 */
function splitOutsideBrackets(text: string) {
  const parts: string[] = []
  let isInside = false
  let end = text.length
  for (let at = text.length - 1; at >= 0; at--) {
    const character = text[at]
    if (character === ')' || character === '(') isInside = character === ')'
    if (character !== ',' || isInside) continue
    parts.push(text.slice(at + 1, end))
    end = at
  }
  return [...parts, text.slice(0, end)].reverse()
}

/**
 * The parts of a cell with a list; `;` takes precedence over `,` as a separator, and brackets and quotes of a JSON list
 * are removed.
 */
export function listInCell(cell: string | undefined): string[] {
  if (!cell) return []
  const bare = cell.trim().replace(/^[[{]|[\]}]$/g, '')
  const parts = bare.includes(';') ? bare.split(';') : splitOutsideBrackets(bare)
  return [...new Set(parts.map((p) => cleanLine(p.trim().replace(/^["']|["']$/g, ''), 300)).filter((p) => p !== null))]
}
