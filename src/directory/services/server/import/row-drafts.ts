import { cleanLine, cleanParagraphs, listInCell } from './clean-text.ts'
import { type Cells, type Draft, type DraftContext, makeDraft } from './draft.ts'
import { readDay } from './field-values.ts'
import type { FileKind } from './file-kinds.ts'
import { splitGluedAddress } from './glued-address.ts'
import { phoneDrafts } from './phone-drafts.ts'
import { scheduleDraft, setStatus } from './schedule-draft.ts'

export interface RowContext extends DraftContext {
  /** Finds a category by its code, its source's key or its name. */
  findTerm: (key: string) => string | null
}

/** All records of one row; its main record first. */
export function rowDrafts(
  kind: Exclude<FileKind, 'taxonomy' | 'taxonomy_term'>,
  cells: Cells,
  context: RowContext,
): Draft[] {
  switch (kind) {
    case 'organization':
      return organizationDrafts(cells, context)
    case 'location':
      return locationDrafts(cells, context)
    case 'service':
      return serviceDrafts(cells, context)
    case 'address':
      return addressDrafts(cells, context)
    case 'phone':
      return phoneDrafts(cells, context)
    case 'schedule':
      return [scheduleDraft(cells, context)]
    case 'holiday':
      return holidayDrafts(cells, context)
    case 'attribute':
      return attributeDrafts(cells, context)
    default:
      return [makeDraft(kind, cells, context)]
  }
}

function organizationDrafts(cells: Cells, context: RowContext) {
  const organization = makeDraft('organization', cells, context)
  return [organization, ...phoneDrafts({ number: cells.phones }, context, organization)]
}

/** The organization by its key, or by its name if the source has no keys. */
function organizationLink(cells: Cells, context: RowContext): string | Draft | null {
  if (cells.organization_id?.trim()) return cells.organization_id.trim()
  return cells.organization_name?.trim() ? makeDraft('organization', { name: cells.organization_name }, context) : null
}

const addressColumns = ['address_1', 'address_2', 'city', 'state_province', 'postal_code']

function locationDrafts(cells: Cells, context: RowContext) {
  const description = [cells.description, cells.short_desc].filter((t) => t?.trim()).join('\n\n')
  const isVirtual = /^(true|yes|1)$/i.test(cells.virtual ?? '')
  const location = makeDraft('location', { ...cells, description }, context, {
    ...(isVirtual ? { values: { location_type: 'virtual' } } : {}),
    references: { organization_id: organizationLink(cells, context) },
  })
  location.values.location_type ??= 'physical'
  setPoint(location, context)
  const of = { parent: location, key: null, references: { location_id: location } }
  const words = (column: string, name: string) =>
    listInCell(cells[column]).map((word) =>
      makeDraft(
        column === 'languages' ? 'language' : 'accessibility',
        { [name]: column === 'accessibility' ? formatAccessibility(word) : word.replaceAll('_', ' ') },
        context,
        of,
      ),
    )
  const ownAddress = cells.address?.trim() ? splitAddress(cells.address) : splitGluedAddress(cells)
  const address = addressColumns.some((c) => ownAddress[c]?.trim())
    ? [
        makeDraft('address', Object.fromEntries(addressColumns.map((c) => [c, ownAddress[c]])), context, {
          ...of,
          values: { address_type: 'physical', country: 'US' },
        }),
      ]
    : []
  return [
    location,
    ...address,
    ...words('languages', 'name'),
    ...words('accessibility', 'description'),
    ...phoneDrafts({ number: cells.phones }, context, location),
  ]
}

/** The codes of the Ohana API in words; unknown codes stay as they are. */
const accessibilityCodes: Record<string, string> = {
  cd: 'Information on CD',
  deaf_interpreter: 'Sign language interpreter',
  disabled_parking: 'Accessible parking',
  elevator: 'Elevator',
  ramp: 'Ramp',
  restroom: 'Accessible restroom',
  tape_braille: 'Information on tape or in Braille',
  tty: 'TTY',
  wheelchair: 'Wheelchair access',
  wheelchair_van: 'Wheelchair van',
}
const formatAccessibility = (word: string) => accessibilityCodes[word.trim().toLowerCase()] ?? word.replaceAll('_', ' ')

/** A point must be complete and within valid coordinates. */
function setPoint(location: Draft, context: RowContext) {
  const { latitude = null, longitude = null } = location.values
  const isOnGlobe =
    Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180 && !(latitude === 0 && longitude === 0)
  if (latitude !== null && longitude !== null && isOnGlobe) return
  if (latitude !== null || longitude !== null) context.warn('latitude, longitude: not a point on the globe; left out')
  delete location.values.latitude
  delete location.values.longitude
}

/** Splits `9525 Sterling Drive, Cutler Bay, FL 33157` into parts, also `State: FL`; anything else stays one line. */
export function splitAddress(cell: string): Cells {
  const line = cleanLine(cell, 1000) ?? ''
  const stateOnly = /^State:\s*([A-Z]{2})$/i.exec(line)
  if (stateOnly) return { state_province: stateOnly[1]?.toUpperCase() }
  const whole = /^(.+), ([^,]+), ([A-Z]{2}),? (\d{5}(?:-\d{4})?)$/.exec(line)
  if (whole) return { address_1: whole[1], city: whole[2], state_province: whole[3], postal_code: whole[4] }
  return { address_1: line }
}

const eligibilityLines: [column: string, label: string][] = [
  ['audience', ''],
  ['income_limit', 'Income limit: '],
  ['military_status', 'Military status: '],
  ['immigration_status', 'Immigration status: '],
  ['incarceration_status', 'Custody status: '],
]

function serviceDrafts(cells: Cells, context: RowContext) {
  const forWhom = eligibilityLines.flatMap(([column, label]) => {
    const said = cells[column]?.trim()
    if (!said) return []
    // A plain number such as 125 is a percentage of the federal poverty level, as in eligibility for legal aid.
    return [
      `${label}${column === 'income_limit' && /^\d{2,3}$/.test(said) ? `${said}% of the federal poverty level` : said}`,
    ]
  })
  if (/^true$/i.test(cells.require_veteran?.trim() ?? '')) forWhom.push('Veterans only')
  const joined = (...parts: (string | undefined)[]) =>
    [...new Set(parts.map((p) => p?.trim()).filter(Boolean))].join('\n')
  const service = makeDraft(
    'service',
    {
      ...cells,
      status: '',
      eligibility_description: joined(cells.eligibility_description, ...forWhom),
      application_process: joined(cells.application_process, cells.additional_information),
      fees_description: cells.fees_description?.trim() || cells.fees,
      keywords: joined(cells.keywords, cells.problem_codes),
    },
    context,
    { references: { organization_id: organizationLink(cells, context) } },
  )
  service.organizationOf = listInCell(cells.location_id)
  setStatus(service, cells, context)
  setAges(service)
  const of = { parent: service, key: null }
  const mine = { service_id: service }
  const listed = (column: string, entity: 'language' | 'service_area' | 'required_document', name: string) =>
    listInCell(cells[column]).map((word) => makeDraft(entity, { [name]: word }, context, { ...of, references: mine }))
  const places = listInCell([cells.location_id, cells.locations].filter(Boolean).join(';')).map((key) =>
    makeDraft('service_at_location', {}, context, { ...of, references: { ...mine, location_id: key } }),
  )
  return [
    service,
    ...places,
    ...listed('languages', 'language', 'name'),
    ...listed('service_areas', 'service_area', 'name'),
    ...listed('required_documents', 'required_document', 'document'),
    ...termDrafts(service, [cells.taxonomy_ids, cells.categories], context),
    ...phoneDrafts({ number: cells.phones }, context, service),
  ]
}

/** Some exports use 0 and 200 or 999 for "no limit". */
function setAges(service: Draft) {
  const { minimum_age: youngest, maximum_age: oldest } = service.values
  if (typeof youngest === 'number' && youngest <= 0) delete service.values.minimum_age
  if (typeof oldest === 'number' && (oldest >= 120 || oldest < 0)) delete service.values.maximum_age
}

function termDrafts(service: Draft, lists: (string | undefined)[], context: RowContext) {
  return lists.flatMap(listInCell).flatMap((key) => {
    const term = context.findTerm(key)
    if (!term) context.warn(`category "${key}" is not known; left out`)
    return term
      ? [
          makeDraft('attribute', {}, context, {
            parent: service,
            key: null,
            references: { service_id: service },
            ids: { taxonomy_term_id: term },
          }),
        ]
      : []
  })
}

function addressDrafts(cells: Cells, context: RowContext): Draft[] {
  const fallback = /mail|postal/i.test(context.place.file) ? 'postal' : 'physical'
  const key = keyWithin(cells, /^address/i.test(context.place.file) ? '' : fallback)
  const address = (location?: Draft) => {
    const draft = makeDraft('address', splitGluedAddress(cells), context, {
      key,
      ...(location ? { references: { location_id: location }, parent: location } : {}),
    })
    draft.values.address_type ??= fallback
    draft.values.country ??= 'US'
    return draft
  }
  if (cells.location_id?.trim() || !cells.organization_id?.trim()) return [address()]
  // HSDS 1.1 allows an organization's address without a location; HSDS 3 uses a location of type postal for it.
  const place = makeDraft('location', {}, context, {
    key: `address of ${cells.organization_id.trim()}`,
    values: { location_type: 'postal' },
    references: { organization_id: cells.organization_id.trim() },
  })
  return [place, address(place)]
}

/** Files that HSDS 3 merged into one each number their rows from 1. */
const keyWithin = (cells: Cells, table: string) =>
  cells.id?.trim() ? [table, cells.id.trim().slice(0, 300)].filter(Boolean).join(' ') : null

function holidayDrafts(cells: Cells, context: RowContext): Draft[] {
  const days = [cells.start_date, cells.end_date?.trim() ? cells.end_date : cells.start_date].map((d) =>
    readDay(cleanLine(d ?? '', 40) ?? ''),
  )
  const [from, to] = days
  const draft = makeDraft('schedule', { ...cells, description: '' }, context, {
    key: keyWithin(cells, 'holiday'),
    values: { is_holiday: true },
  })
  if (!from || !to) {
    context.warn('start_date, end_date: not dates; the row is skipped')
    return [{ ...draft, isRefused: true }]
  }
  // Without a year, exports use the year 1: the holiday repeats every year.
  const isYearly = from < '1000'
  const day = (d: string) => (isYearly ? `2000${d.slice(4)}` : d)
  Object.assign(draft.values, { valid_from: day(from), valid_to: day(to), is_yearly: isYearly })
  if (/^(true|yes|1)$/i.test(cells.closed?.trim() ?? '')) {
    delete draft.values.opens_at
    delete draft.values.closes_at
  }
  return [draft]
}

function attributeDrafts(cells: Cells, context: RowContext): Draft[] {
  const entity = cleanParagraphs(cells.link_entity ?? '', 50)?.toLowerCase()
  const key = cleanLine(cells.taxonomy_term_id ?? '', 300) ?? ''
  const term = context.findTerm(key)
  const draft = makeDraft('attribute', cells, context, {
    references: { service_id: cells.service_id?.trim() || cells.link_id?.trim() || null },
    ids: term ? { taxonomy_term_id: term } : {},
  })
  if (entity && !/^services?$/.test(entity)) {
    context.warn(`link_entity: categories are kept for services, not for "${entity}"; the row is skipped`)
    draft.isRefused = true
  } else if (!term) {
    context.warn(`taxonomy_term_id: category "${key}" is not known; the row is skipped`)
    draft.isRefused = true
  }
  return [draft]
}
