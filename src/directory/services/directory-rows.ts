import type { Generated } from 'kysely'
import { z } from 'zod'
import { EligibilityRules } from '#directory/eligibility/eligibility.ts'
import { Need } from '#directory/needs/need.ts'
import { Day, Id, Timestamp } from '#platform/schema/fields.ts'

/**
 * The directory's records, based on Open Referral HSDS 3.1, one object per table. The texts come from other
 * directories, so their format is as little restricted as in HSDS; the import cleans them.
 */
const text = z.string().nullable()
const source = { sourceName: text, sourceKey: text }
const edited = { editedOn: Timestamp.nullable(), createdOn: Timestamp, changedOn: Timestamp, version: z.number().int() }

export const serviceStatuses = ['active', 'inactive', 'defunct', 'temporarily closed'] as const
/** Whether a service takes new people: freely, so many a week, from a waitlist, not for a while, or not at all. */
export const intakeStatuses = ['open', 'limited', 'waitlist', 'paused', 'closed'] as const
/** What a service costs: nothing, by income, or a fee. */
export const costs = ['free', 'sliding', 'fee'] as const
export const locationTypes = ['physical', 'postal', 'virtual'] as const
export const phoneTypes = ['voice', 'fax', 'text', 'cell', 'video', 'pager', 'textphone'] as const
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export const areaStatements = ['source', 'guess', 'person'] as const
export const frequencies = ['WEEKLY', 'MONTHLY'] as const

export const Program = z.object({
  id: Id,
  organizationId: Id,
  name: z.string(),
  alternateName: text,
  description: text,
  /** When its organization removed it; then nobody sees it. */
  removedOn: Timestamp.nullable(),
  /** The organization under which its source lists it, if that was merged into another one. */
  sourceOrganizationId: Id.nullable(),
  ...source,
})

export const Service = z.object({
  id: Id,
  organizationId: Id,
  programId: Id.nullable(),
  name: z.string().meta({ title: 'Name of the service' }),
  alternateName: text.meta({ title: 'Also known as' }),
  description: text.meta({ title: 'What it is', format: 'paragraphs' }),
  url: text.meta({ title: 'Website', format: 'url' }),
  email: text.meta({ title: 'Email' }),
  /** Null if its source says one that is none of these. */
  status: z.enum(serviceStatuses).nullable().meta({ title: 'Status' }),
  statusSaid: text,
  interpretationServices: text.meta({ title: 'Interpretation' }),
  applicationProcess: text.meta({ title: 'How to apply', format: 'paragraphs' }),
  /** Null if nobody said. */
  cost: z.enum(costs).nullable(),
  feesDescription: text.meta({ title: 'Fees' }),
  waitTime: text.meta({ title: 'Waiting time' }),
  accreditations: text.meta({ title: 'Accreditations' }),
  licenses: text.meta({ title: 'Licenses' }),
  eligibilityDescription: text.meta({ title: 'For whom', format: 'paragraphs' }),
  minimumAge: z.number().nullable().meta({ title: 'Youngest age' }),
  maximumAge: z.number().nullable().meta({ title: 'Oldest age' }),
  ...EligibilityRules.shape,
  alert: text.meta({ title: 'Notice' }),
  intakeStatus: z.enum(intakeStatuses).nullable(),
  intakePerWeek: z.number().int().nullable(),
  intakeWaitWeeks: z.number().int().nullable(),
  intakeUntil: Day.nullable(),
  intakeStatedOn: Day.nullable(),
  intakeAskedOn: Day.nullable(),
  keywords: text.meta({ title: 'Keywords' }),
  assuredDate: Day.nullable().meta({ title: 'Last verified' }),
  assurerEmail: text,
  lastModified: Timestamp.nullable(),
  /** The service into which it was merged, because both are the same one. */
  mergedInto: Id.nullable(),
  /** The organization under which its source lists it, if that was merged into another one. */
  sourceOrganizationId: Id.nullable(),
  ...source,
  ...edited,
})

export const Location = z.object({
  id: Id,
  organizationId: Id.nullable(),
  locationType: z.enum(locationTypes).meta({ title: 'Kind of place' }),
  name: text.meta({ title: 'Name of the place' }),
  alternateName: text,
  description: text.meta({ title: 'Description', format: 'paragraphs' }),
  transportation: text.meta({ title: 'Getting there' }),
  url: text.meta({ title: 'Website', format: 'url' }),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  zipLatitude: z.number().nullable(),
  zipLongitude: z.number().nullable(),
  /** A point of its source that is far from its ZIP code, and is not used. */
  doubtedLatitude: z.number().nullable(),
  doubtedLongitude: z.number().nullable(),
  externalIdentifier: text,
  externalIdentifierType: text,
  /** Where it is, is shown only to its organization and to those whom that accepted. */
  isConfidential: z.boolean(),
  /** The county or state of a confidential place, with its middle. */
  areaKey: text,
  areaLatitude: z.number().nullable(),
  areaLongitude: z.number().nullable(),
  /** The point that searches use. */
  shownLatitude: z.number().nullable(),
  shownLongitude: z.number().nullable(),
  /** The organization that removed it; then it belongs to nobody. */
  removedFrom: Id.nullable(),
  removedOn: Timestamp.nullable(),
  /** The place into which it was merged, because both are the same one. */
  mergedInto: Id.nullable(),
  /** The organization under which its source lists it, if that was merged into another one. */
  sourceOrganizationId: Id.nullable(),
  ...source,
  ...edited,
})

export const ServiceAtLocation = z.object({
  id: Id,
  serviceId: Id,
  locationId: Id,
  description: text,
  /** The place that its source names, if that was merged into another one. */
  sourceLocationId: Id.nullable(),
  ...source,
})

export const Address = z.object({
  id: Id,
  locationId: Id,
  attention: text,
  address1: text.meta({ title: 'Address' }),
  address2: text.meta({ title: 'Apartment, floor' }),
  city: text.meta({ title: 'City' }),
  region: text,
  stateProvince: text.meta({ title: 'State' }),
  postalCode: text.meta({ title: 'ZIP code' }),
  country: z.string(),
  addressType: z.enum(locationTypes),
  ...source,
})

const owner = { serviceId: Id.nullable(), locationId: Id.nullable(), serviceAtLocationId: Id.nullable() }

export const DirectoryContact = z.object({
  id: Id,
  organizationId: Id.nullable(),
  ...owner,
  name: text,
  title: text,
  department: text,
  email: text,
  /** The organization under which its source lists it, if that was merged into another one. */
  sourceOrganizationId: Id.nullable(),
  ...source,
})

export const Phone = z.object({
  id: Id,
  ...owner,
  organizationId: Id.nullable(),
  contactId: Id.nullable(),
  number: z.string(),
  extension: text,
  type: z.enum(phoneTypes),
  description: text,
  ...source,
})

export const Schedule = z.object({
  id: Id,
  ...owner,
  validFrom: Day.nullable(),
  validTo: Day.nullable(),
  dtstart: Day.nullable(),
  timezone: z.number().nullable(),
  until: Day.nullable(),
  count: z.number().int().nullable(),
  wkst: z.enum(weekdays).nullable(),
  freq: z.enum(frequencies).nullable(),
  interval: z.number().int().nullable(),
  byday: text,
  byweekno: text,
  bymonthday: text,
  byyearday: text,
  description: text,
  opensAt: text,
  closesAt: text,
  scheduleLink: text,
  attendingType: text,
  notes: text,
  isHoliday: z.boolean(),
  isYearly: z.boolean(),
  byAppointment: z.boolean(),
  /** Whether its days and times are known; if not, nobody is told that it is open or closed. */
  isUnderstood: z.boolean(),
  /** The place that its source names, if that was merged into another one. */
  sourceLocationId: Id.nullable(),
  ...source,
})

export const Language = z.object({
  id: Id,
  serviceId: Id.nullable(),
  locationId: Id.nullable(),
  phoneId: Id.nullable(),
  name: z.string(),
  code: text,
  note: text,
  ...source,
})

export const Accessibility = z.object({
  id: Id,
  locationId: Id,
  description: z.string(),
  details: text,
  url: text,
  ...source,
})

export const ServiceArea = z.object({
  id: Id,
  serviceId: Id.nullable(),
  serviceAtLocationId: Id.nullable(),
  name: text,
  description: text,
  extent: text,
  extentType: text,
  uri: text,
  /** The areas that were read out of it; none if it could not be read. */
  keys: z.array(z.string()),
  statedBy: z.enum(areaStatements),
  /** The words on which a guess rests. */
  because: text,
  ...source,
})

export const CostOption = z.object({
  id: Id,
  serviceId: Id,
  validFrom: Day.nullable(),
  validTo: Day.nullable(),
  option: text,
  currency: text,
  amount: z.number().nullable(),
  amountDescription: text,
  ...source,
})

export const RequiredDocument = z.object({ id: Id, serviceId: Id, document: z.string(), uri: text, ...source })

export const Taxonomy = z.object({ id: Id, name: z.string(), description: text, uri: text, version: text, ...source })

export const TaxonomyTerm = z.object({
  id: Id,
  taxonomyId: Id.nullable(),
  parentId: Id.nullable(),
  code: text,
  formerCode: text,
  name: z.string(),
  description: text,
  language: text,
  termUri: text,
  pathIds: z.array(Id),
  nameEs: text,
  need: Need.nullable(),
  retiredOn: Timestamp.nullable(),
  mergedInto: Id.nullable(),
  importedName: text,
  importedParentId: Id.nullable(),
  version: z.number().int(),
  editedOn: Timestamp.nullable(),
  ...source,
})

export const Attribute = z.object({
  id: Id,
  serviceId: Id,
  taxonomyTermId: Id,
  linkType: text,
  value: text,
  label: text,
  statedBy: z.enum(['source', 'guess', 'person']),
  /** The words on which a guess rests. */
  because: text,
  ...source,
})

/** The row to insert: nullable columns, and those that the database fills in, may be omitted. */
type Row<Record, Needed extends keyof Record> = {
  [Column in keyof Record]: Column extends Needed ? Record[Column] : Generated<Record[Column]>
}
declare module '#platform/server/database.ts' {
  interface Tables {
    program: Row<z.infer<typeof Program>, 'organizationId' | 'name'>
    service: Row<z.infer<typeof Service>, 'organizationId' | 'name'>
    location: Row<z.infer<typeof Location>, never>
    serviceAtLocation: Row<z.infer<typeof ServiceAtLocation>, 'serviceId' | 'locationId'>
    address: Row<z.infer<typeof Address>, 'locationId'>
    directoryContact: Row<z.infer<typeof DirectoryContact>, never>
    phone: Row<z.infer<typeof Phone>, 'number'>
    schedule: Row<z.infer<typeof Schedule>, never>
    language: Row<z.infer<typeof Language>, 'name'>
    accessibility: Row<z.infer<typeof Accessibility>, 'locationId' | 'description'>
    serviceArea: Row<z.infer<typeof ServiceArea>, never>
    costOption: Row<z.infer<typeof CostOption>, 'serviceId'>
    requiredDocument: Row<z.infer<typeof RequiredDocument>, 'serviceId' | 'document'>
    taxonomy: Row<z.infer<typeof Taxonomy>, 'name'>
    taxonomyTerm: Row<z.infer<typeof TaxonomyTerm>, 'name'>
    attribute: Row<z.infer<typeof Attribute>, 'serviceId' | 'taxonomyTermId'>
  }
}
