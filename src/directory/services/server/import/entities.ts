import { frequencies, locationTypes, phoneTypes, serviceStatuses, weekdays } from '../../directory-rows.ts'
import type { FieldKind } from './field-values.ts'

export const entityNames = [
  'organization',
  'program',
  'location',
  'service',
  'service_at_location',
  'address',
  'directory_contact',
  'phone',
  'schedule',
  'language',
  'accessibility',
  'service_area',
  'cost_option',
  'required_document',
  'attribute',
] as const
/** The kinds of records, in the order in which they are written: referenced ones first. */
export type EntityName = (typeof entityNames)[number]

export interface Entity {
  columns: Record<string, FieldKind>
  /** Columns that contain another record's key. */
  references: Record<string, EntityName>
  /** Required columns. */
  needed: string[]
  /** At least one of these references is required. */
  owners: string[]
  /** What identifies a record without an identifier; if empty, its whole content. */
  naturalKey: string[]
  /** A record that depends on another: it is deleted when the source no longer contains it. */
  isPart: boolean
}

const line = (max = 500): FieldKind => ({ is: 'line', max })
const text = (max = 20_000): FieldKind => ({ is: 'text', max })
const url: FieldKind = { is: 'url' }
const email: FieldKind = { is: 'email' }
const number: FieldKind = { is: 'number' }
const integer: FieldKind = { is: 'integer' }
const day: FieldKind = { is: 'day' }
const choice = (choices: readonly string[]): FieldKind => ({ is: 'choice', choices })

const part = (given: Partial<Entity>): Entity => ({
  columns: {},
  references: {},
  needed: [],
  owners: [],
  naturalKey: [],
  isPart: true,
  ...given,
})
const whole = (given: Partial<Entity>): Entity => part({ isPart: false, ...given })
const owners = {
  service_id: 'service',
  location_id: 'location',
  service_at_location_id: 'service_at_location',
} as const

/** All records that an import writes: their columns by HSDS names, and their references. */
export const entities: Record<EntityName, Entity> = {
  organization: whole({
    columns: {
      name: line(200),
      alternate_name: line(200),
      description: text(4000),
      email,
      website: url,
      year_incorporated: { is: 'year' },
      legal_status: line(200),
      tax_id: line(100),
    },
    needed: ['name'],
    naturalKey: ['name'],
  }),
  program: whole({
    columns: { name: line(200), alternate_name: line(200), description: text() },
    references: { organization_id: 'organization' },
    needed: ['name', 'organization_id'],
    naturalKey: ['organization_id', 'name'],
  }),
  location: whole({
    columns: {
      location_type: choice(locationTypes),
      name: line(200),
      alternate_name: line(200),
      description: text(),
      transportation: text(2000),
      url,
      latitude: number,
      longitude: number,
      external_identifier: line(),
      external_identifier_type: line(),
    },
    references: { organization_id: 'organization' },
    naturalKey: ['organization_id', 'name'],
  }),
  service: whole({
    columns: {
      name: line(200),
      alternate_name: line(200),
      description: text(),
      url,
      email,
      status: choice(serviceStatuses),
      interpretation_services: text(2000),
      application_process: text(),
      fees_description: text(4000),
      wait_time: line(),
      accreditations: text(2000),
      licenses: text(2000),
      eligibility_description: text(),
      minimum_age: number,
      maximum_age: number,
      alert: text(2000),
      keywords: text(4000),
      assured_date: day,
      assurer_email: email,
      last_modified: { is: 'moment' },
    },
    references: { organization_id: 'organization', program_id: 'program' },
    needed: ['name'],
    naturalKey: ['organization_id', 'name'],
  }),
  service_at_location: part({
    columns: { description: text(2000) },
    references: { service_id: 'service', location_id: 'location' },
    needed: ['service_id', 'location_id'],
    naturalKey: ['service_id', 'location_id'],
  }),
  address: part({
    columns: {
      attention: line(),
      address_1: line(),
      address_2: line(),
      city: line(100),
      region: line(100),
      state_province: line(100),
      postal_code: line(20),
      country: line(60),
      address_type: choice(locationTypes),
    },
    references: { location_id: 'location' },
    needed: ['location_id'],
  }),
  directory_contact: part({
    columns: { name: line(200), title: line(200), department: line(200), email },
    references: { organization_id: 'organization', ...owners },
    owners: ['organization_id', 'service_id', 'location_id', 'service_at_location_id'],
  }),
  phone: part({
    columns: { number: line(50), extension: line(20), type: choice(phoneTypes), description: line() },
    references: { ...owners, organization_id: 'organization', contact_id: 'directory_contact' },
    needed: ['number'],
    owners: ['service_id', 'location_id', 'service_at_location_id', 'organization_id', 'contact_id'],
  }),
  schedule: part({
    columns: {
      valid_from: day,
      valid_to: day,
      dtstart: day,
      timezone: number,
      until: day,
      count: integer,
      wkst: choice(weekdays),
      freq: choice(frequencies),
      interval: integer,
      byday: { is: 'days' },
      byweekno: line(100),
      bymonthday: line(100),
      byyearday: line(),
      description: text(2000),
      opens_at: { is: 'time' },
      closes_at: { is: 'time' },
      schedule_link: url,
      attending_type: line(),
      notes: text(2000),
      is_holiday: { is: 'flag' },
      is_yearly: { is: 'flag' },
    },
    references: owners,
    owners: Object.keys(owners),
  }),
  language: part({
    columns: { name: line(100), code: line(20), note: line() },
    references: { service_id: 'service', location_id: 'location', phone_id: 'phone' },
    needed: ['name'],
    owners: ['service_id', 'location_id', 'phone_id'],
  }),
  accessibility: part({
    columns: { description: line(2000), details: text(4000), url },
    references: { location_id: 'location' },
    needed: ['description', 'location_id'],
  }),
  service_area: part({
    columns: {
      name: line(),
      description: text(4000),
      extent: { is: 'text', max: 200_000 },
      extent_type: line(50),
      uri: line(),
    },
    references: { service_id: 'service', service_at_location_id: 'service_at_location' },
    owners: ['service_id', 'service_at_location_id'],
  }),
  cost_option: part({
    columns: {
      valid_from: day,
      valid_to: day,
      option: line(),
      currency: line(3),
      amount: number,
      amount_description: line(2000),
    },
    references: { service_id: 'service' },
    needed: ['service_id'],
  }),
  required_document: part({
    columns: { document: line(2000), uri: line() },
    references: { service_id: 'service' },
    needed: ['document', 'service_id'],
  }),
  attribute: part({
    columns: { link_type: line(100), value: line(), label: line() },
    references: { service_id: 'service' },
    needed: ['service_id', 'taxonomy_term_id'],
    naturalKey: ['service_id', 'taxonomy_term_id'],
  }),
}
