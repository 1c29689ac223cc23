import { readServiceStatus } from '../../service-status.ts'
import { type Cells, type Draft, type DraftContext, makeDraft } from './draft.ts'

const everyDay = 'MO,TU,WE,TH,FR,SA,SU'
const isFilled = (cell: string | undefined) => Boolean(cell?.trim())

/** Rhythms that HSDS does not know, in its words; what has none there stays as it is, and is then not understood. */
function inHsdsWords(cells: Cells): Cells {
  const said = cells.freq
    ?.trim()
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
  const interval = cells.interval?.trim() || '1'
  if (said === 'DAILY' && interval === '1') return { ...cells, freq: 'WEEKLY', byday: cells.byday?.trim() || everyDay }
  if (['BIWEEKLY', 'FORTNIGHTLY'].includes(said ?? '')) return { ...cells, freq: 'WEEKLY', interval: '2' }
  if (said === 'ONCE' && isFilled(cells.dtstart) && !isFilled(cells.byday))
    return { ...cells, freq: 'WEEKLY', until: cells.dtstart }
  return cells
}

/**
 * A row of hours. What it does not say, or not in a way that can be read, makes it a row that is not understood: on its
 * days the hours are not known, because half understood hours would send somebody to a closed door.
 */
export function scheduleDraft(given: Cells, context: DraftContext): Draft {
  const cells = inHsdsWords(given)
  const draft = makeDraft('schedule', cells, context)
  const { values } = draft
  const isUnread = (column: string) => isFilled(cells[column]) && values[column] === undefined
  if (values.byday && !isFilled(cells.freq)) values.freq = /\d/.test(String(values.byday)) ? 'MONTHLY' : 'WEEKLY'
  if (typeof values.interval === 'number' && values.interval < 1) delete values.interval
  for (const column of ['opens_at', 'closes_at'])
    if (/\d\s*(?:z|[+-]\d{2}:?\d{2})\s*$/i.test(cells[column] ?? '') && values[column] !== undefined)
      context.warn(`${column}: the time zone of "${cells[column]?.trim()}" is left out; read as the time at the place`)
  const hasTimes = values.opens_at !== undefined && values.closes_at !== undefined
  const hasDays = Boolean(values.byday || values.bymonthday || values.dtstart)
  if (hasTimes && !hasDays) context.warn('byday: says no day; the hours are kept as not known')
  const isUnderstood =
    hasTimes &&
    hasDays &&
    values.freq !== undefined &&
    !['freq', 'byday', 'interval', 'dtstart', 'until'].some(isUnread)
  draft.more = { is_understood: isUnderstood }
  if (!hasTimes) {
    delete values.opens_at
    delete values.closes_at
  }
  // Without the days that were meant, the other days are not known either.
  if (isUnread('byday') || isUnread('interval')) delete values.freq
  return draft
}

/** The status of a service; one that is not understood is not known, and its words are kept. */
export function setStatus(service: Draft, cells: Cells, context: DraftContext) {
  const said = cells.status?.trim()
  const status = said ? readServiceStatus(said) : 'active'
  if (status) service.values.status = status
  else {
    service.more = { status_said: said?.slice(0, 200) ?? null }
    context.warn(`status: "${said?.slice(0, 60)}" is not understood; kept as not known`)
  }
}
