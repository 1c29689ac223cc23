import { cleanLine } from './clean-text.ts'
import { type Cells, type Draft, type DraftContext, makeDraft } from './draft.ts'

const typeNames: Record<string, string> = {
  voice: 'voice',
  main: 'voice',
  office: 'voice',
  work: 'voice',
  landline: 'voice',
  hotline: 'voice',
  tollfree: 'voice',
  'toll-free': 'voice',
  fax: 'fax',
  text: 'text',
  sms: 'text',
  cell: 'cell',
  mobile: 'cell',
  video: 'video',
  pager: 'pager',
  textphone: 'textphone',
  tty: 'textphone',
  tdd: 'textphone',
}
/** Types that are more specific than HSDS's. */
const worthSaying = new Set(['hotline', 'tollfree', 'toll-free'])

interface Number {
  number: string
  extension: string | null
  label: string | null
}

/** The numbers in a cell: `main: 305-555-0100, tdd: …`, `(618) 555-0100; (618) 555-0101`, `312-555-0100 x 715`. */
export function readPhones(cell: string | undefined): Number[] {
  const line = cleanLine((cell ?? '').replaceAll('"', ''), 1000) ?? ''
  return line.split(/\s*[;,]\s*|\s+or\s+/i).flatMap((part) => {
    const label = /^([a-z][a-z -]{1,30}):\s*/i.exec(part)
    const rest = label ? part.slice(label[0].length) : part
    const extension = /[\s,]*(?:x|ext\.?|extension)\s*(\d{1,10})$/i.exec(rest)
    const number = (extension ? rest.slice(0, extension.index) : rest).trim()
    return number.replace(/\D/g, '').length >= 3
      ? [{ number, extension: extension?.[1] ?? null, label: label?.[1]?.toLowerCase() ?? null }]
      : []
  })
}

/**
 * The phones of a row, or those in a list cell of their owner's row.
 * @param owner the record of the same row to which the numbers belong
 */
export function phoneDrafts(cells: Cells, context: DraftContext, owner?: Draft): Draft[] {
  const numbers = readPhones(cells.number)
  if (owner && !cells.number?.trim()) return []
  if (!numbers.length) {
    context.warn(
      `number: "${cleanLine(cells.number ?? '', 60) ?? ''}" is not a phone number; ${owner ? 'left out' : 'the row is skipped'}`,
    )
    return owner ? [] : [{ ...makeDraft('phone', { ...cells, type: '' }, context), isRefused: true }]
  }
  return numbers.map((found, index) => {
    const type = (found.label ?? cleanLine(cells.type ?? '', 40) ?? 'voice').toLowerCase()
    const told = [
      cells.description,
      cells.department,
      worthSaying.has(type) ? type.replace('tollfree', 'toll-free') : '',
      cells.vanity_number,
    ]
    const prefix = cleanLine(cells.country_prefix ?? '', 6)
    const values = {
      number: prefix && !found.number.startsWith('+') ? `${prefix} ${found.number}` : found.number,
      type: typeNames[type] ?? 'voice',
      description: cleanLine(told.filter((t) => t?.trim()).join(', '), 500),
      ...(found.extension ? { extension: found.extension } : {}),
    }
    const given = owner
      ? { parent: owner, key: null, references: { [`${owner.entity}_id`]: owner } }
      : index > 0
        ? { key: null }
        : {}
    return makeDraft('phone', cells, context, { ...given, values })
  })
}
