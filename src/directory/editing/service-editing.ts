import { z } from 'zod'
import { FieldState, ListingChange } from '#directory/listings/listing-change.ts'
import { serviceStatuses } from '#directory/services/directory-rows.ts'
import { ServiceDetail } from '#directory/services/service-detail.ts'
import {
  fieldsOf,
  PlaceOfService,
  ServiceChanges,
  ServiceText,
  ServiceValues,
} from '#directory/services/service-document.ts'
import { ServiceItem } from '#directory/services/service-search.ts'
import { Day, Id, line, Timestamp } from '#platform/schema/fields.ts'

/** A service as its editor shows it. */
export const EditedService = z.object({
  id: Id,
  organizationId: Id,
  organizationName: z.string(),
  version: z.number().int(),
  /** Whether everyone finds it in the directory. */
  isListed: z.boolean(),
  assuredDate: Day.nullable(),
  values: ServiceValues,
  places: z.array(PlaceOfService),
  /** Who edited and confirmed which field; fields that nobody did are left out. */
  fields: z.array(FieldState),
})
export type EditedService = z.infer<typeof EditedService>

/** The fields to change, based on the version that the editor read. */
export const ServiceSave = z.object({ version: z.number().int(), changes: ServiceChanges })
export type ServiceSave = z.infer<typeof ServiceSave>

/** What somebody else did to a field meanwhile. */
export const FieldConflict = z.object({
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  by: z.string().nullable(),
  on: Timestamp,
})
export type FieldConflict = z.infer<typeof FieldConflict>

export const ServicePreview = z.object({
  /** The result in a search; null if the service is not listed. */
  item: ServiceItem.nullable(),
  detail: ServiceDetail,
})
export type ServicePreview = z.infer<typeof ServicePreview>

export const ServiceHistory = z.object({ items: z.array(ListingChange), nextCursor: z.string().nullable() })
export type ServiceHistory = z.infer<typeof ServiceHistory>

export const Confirmation = z.object({
  version: z.number().int(),
  /** Only for platform admins: the organization said so on the telephone. */
  byPhone: z.boolean().optional(),
})

/** A new place of the organization. */
export const NewPlace = z.object({
  name: line(200).nullable().meta({ title: 'Name of the place' }),
  address1: line(200, 1).meta({ title: 'Address' }),
  city: line(100, 1).meta({ title: 'City' }),
  stateProvince: line(2, 2).meta({ title: 'State' }),
  postalCode: line(10)
    .regex(/^\d{5}(-\d{4})?$/, { error: 'zip-format' })
    .meta({ title: 'ZIP code' }),
})

/** The first words about a service. */
export const FirstWords = ServiceText.pick({
  name: true,
  description: true,
  eligibilityDescription: true,
  applicationProcess: true,
  feesDescription: true,
})

export const NewService = FirstWords.partial().extend({
  name: ServiceText.shape.name,
  /** Chosen by the caller, so that sending it again adds nothing; by default a new one. */
  id: Id.optional(),
  /** By default the organization of the caller. */
  organizationId: Id.optional(),
  /** Places of the organization where it is given. */
  locationIds: z.array(Id).max(50).default([]),
  newPlace: NewPlace.nullable().default(null),
})
export type NewService = z.output<typeof NewService>

/** The services and places of an organization, for those who edit them. */
export const Listings = z.object({
  organization: z.object({ id: Id, name: z.string(), mayEdit: z.boolean() }),
  services: z.array(
    z.object({
      id: Id,
      name: z.string(),
      status: z.enum(serviceStatuses).nullable(),
      assuredDate: Day.nullable(),
      version: z.number().int(),
      isListed: z.boolean(),
      placeCount: z.number().int(),
    }),
  ),
  places: z.array(z.object({ id: Id, name: z.string().nullable(), address: z.string().nullable() })),
})
export type Listings = z.infer<typeof Listings>

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([key, part]) => [key, sorted(part)]),
  )
}

/** Whether two values of a field are the same; an empty text is no text. */
export const isSameValue = (a: unknown, b: unknown) =>
  JSON.stringify(sorted(a === '' ? null : (a ?? null))) === JSON.stringify(sorted(b === '' ? null : (b ?? null)))

/** The fields in which these values differ from the service, with the values. */
export function differences(values: ServiceChanges, from: ServiceValues): Record<string, unknown> {
  const present = fieldsOf(from)
  return Object.fromEntries(
    Object.entries(fieldsOf(values)).filter(([field, value]) => !isSameValue(value, present[field])),
  )
}
