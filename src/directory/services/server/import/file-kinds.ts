import { type EntityName, entities } from './entities.ts'

/** The content of a file's rows. In most files each row is one record; the others have their own parser. */
export type FileKind = EntityName | 'taxonomy' | 'taxonomy_term' | 'holiday'

interface FileKindNames {
  /** File names, without `.csv`. HSDS 3 first, then 1.1 and its variants. */
  files: string[]
  /** An optional prefix of its column names. */
  prefix: string
  /** Alternative column names, each with the standard one. */
  aliases?: Record<string, string>
  /** Columns that are read in addition to those of the record. */
  extra?: string[]
}

/** In the order in which the files are read. */
export const fileKinds: Record<FileKind, FileKindNames> = {
  taxonomy: { files: ['taxonomies'], prefix: 'taxonomy_', extra: ['name', 'description', 'uri', 'version'] },
  taxonomy_term: {
    files: ['taxonomy_terms', 'taxonomy_term', 'taxonomy'],
    prefix: 'taxonomy_',
    extra: [
      'code',
      'name',
      'description',
      'parent_id',
      'parent_name',
      'taxonomy',
      'taxonomy_id',
      'language',
      'term_uri',
    ],
    aliases: { term: 'name', term_id: 'id', parent: 'parent_id' },
  },
  organization: {
    files: ['organizations', 'organization', 'agencies'],
    prefix: 'organization_',
    aliases: {
      url: 'website',
      alternative_name: 'alternate_name',
      date_incorporated: 'year_incorporated',
      ein: 'tax_id',
    },
    extra: ['parent_organization_id', 'phones'],
  },
  program: { files: ['programs', 'program'], prefix: 'program_', aliases: { alternative_name: 'alternate_name' } },
  location: {
    files: ['locations', 'location', 'sites'],
    prefix: 'location_',
    aliases: {
      website: 'url',
      type: 'location_type',
      lat: 'latitude',
      lng: 'longitude',
      lon: 'longitude',
      alternative_name: 'alternate_name',
    },
    // The zone of a place follows from its ZIP code or its point here too.
    extra: [
      'time_zone',
      'short_desc',
      'virtual',
      'languages',
      'accessibility',
      'phones',
      'address',
      'address_1',
      'address_2',
      'city',
      'state_province',
      'postal_code',
      'organization_name',
    ],
  },
  service: {
    files: ['services', 'service'],
    prefix: 'service_',
    aliases: {
      website: 'url',
      eligibility: 'eligibility_description',
      min_age: 'minimum_age',
      max_age: 'maximum_age',
      alternative_name: 'alternate_name',
    },
    extra: [
      'fees',
      'audience',
      'additional_information',
      'problem_codes',
      'income_limit',
      'military_status',
      'immigration_status',
      'incarceration_status',
      'require_veteran',
      'location_id',
      'locations',
      'languages',
      'service_areas',
      'required_documents',
      'taxonomy_ids',
      'categories',
      'phones',
      'organization_name',
    ],
  },
  service_at_location: {
    files: ['service_at_location', 'service_at_locations', 'services_at_location', 'services_at_locations'],
    prefix: 'service_at_location_',
  },
  address: {
    files: [
      'addresses',
      'address',
      'physical_addresses',
      'physical_address',
      'postal_addresses',
      'postal_address',
      'mail_addresses',
    ],
    prefix: 'address_',
    aliases: {
      type: 'address_type',
      street: 'address_1',
      zip: 'postal_code',
      zip_code: 'postal_code',
      state: 'state_province',
      address: 'address_1',
    },
    extra: ['organization_id'],
  },
  directory_contact: { files: ['contacts', 'contact'], prefix: 'contact_' },
  phone: {
    files: ['phones', 'phone'],
    prefix: 'phone_',
    aliases: { number_type: 'type', phone: 'number' },
    extra: ['department', 'vanity_number', 'country_prefix', 'language'],
  },
  schedule: {
    files: ['schedules', 'schedule', 'regular_schedules', 'regular_schedule'],
    prefix: 'schedule_',
    aliases: { weekday: 'byday' },
  },
  holiday: {
    files: ['holiday_schedules', 'holiday_schedule'],
    prefix: 'schedule_',
    extra: [
      'service_id',
      'location_id',
      'service_at_location_id',
      'start_date',
      'end_date',
      'closed',
      'opens_at',
      'closes_at',
    ],
  },
  language: { files: ['languages', 'language'], prefix: 'language_', aliases: { language: 'name' } },
  accessibility: {
    files: ['accessibility', 'accessibility_for_disabilities'],
    prefix: 'accessibility_',
    aliases: { accessibility: 'description' },
  },
  service_area: { files: ['service_areas', 'service_area'], prefix: 'area_', aliases: { service_area: 'name' } },
  cost_option: { files: ['cost_options', 'cost_option'], prefix: 'cost_' },
  required_document: { files: ['required_documents', 'required_document'], prefix: 'required_' },
  attribute: {
    files: [
      'attributes',
      'attribute',
      'services_taxonomy',
      'service_taxonomy',
      'service_attributes',
      'service_attribute',
    ],
    prefix: 'attribute_',
    aliases: { taxonomy_id: 'taxonomy_term_id' },
    extra: ['link_id', 'link_entity', 'taxonomy_term_id'],
  },
}

/** The kind of a file by its name and header; null if the import does not read it. */
export function findFileKind(fileName: string, header: string[]): FileKind | null {
  const name = fileName
    .toLowerCase()
    .replace(/\.csv$/, '')
    .replaceAll('-', '_')
  const kind = (Object.keys(fileKinds) as FileKind[]).find((k) => fileKinds[k].files.includes(name)) ?? null
  // HSDS 1.1 has its terms in taxonomy.csv, HSDS 3 its taxonomies in taxonomies.csv; some exports confuse the names.
  if (kind === 'taxonomy' && header.some((h) => /parent/i.test(h))) return 'taxonomy_term'
  return kind === 'taxonomy_term' && name === 'taxonomy' && !header.some((h) => /parent/i.test(h)) ? 'taxonomy' : kind
}

/** The columns that the import reads of a kind of record. */
export function knownColumns(kind: FileKind) {
  const entity = kind in entities ? entities[kind as EntityName] : null
  return new Set([
    'id',
    ...(fileKinds[kind].extra ?? []),
    ...Object.keys(entity?.columns ?? {}),
    ...Object.keys(entity?.references ?? {}),
  ])
}

/**
 * Maps each column of a header to the import's name for it: its own name, an alias, or either with the record's name as
 * a prefix (`service_uuid` in a file of services is `id`). Null for a column that is not read.
 */
export function readHeader(kind: FileKind, header: string[]): (string | null)[] {
  const known = knownColumns(kind)
  const { prefix, aliases = {} } = fileKinds[kind]
  const plain = header.map((h) =>
    h
      .trim()
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .replace(/uuid$/, 'id'),
  )
  const isOwnId = (name: string) => name === `${prefix}id` && !plain.includes('id')
  const taken = new Set<string>()
  return plain.map((name) => {
    const short = name.startsWith(prefix) ? name.slice(prefix.length) : name
    const meant = isOwnId(name)
      ? 'id'
      : [name, aliases[name], short, aliases[short]].find((n) => n !== undefined && known.has(n))
    if (meant === undefined || taken.has(meant)) return null
    taken.add(meant)
    return meant
  })
}
