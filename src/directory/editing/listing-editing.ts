import { z } from 'zod'
import { ReadRule } from '#directory/eligibility/eligibility.ts'
import { FieldState, ListingChange, type ListingKind } from '#directory/listings/listing-change.ts'
import { serviceStatuses } from '#directory/services/directory-rows.ts'
import { ServiceDetail } from '#directory/services/service-detail.ts'
import {
  ContactLine,
  ContactLines,
  fieldsOf,
  ListedPlace,
  type ListingValues,
  MergedService,
  PlaceOfService,
  PlaceText,
  PlaceValues,
  ProgramLine,
  ProgramLines,
  RemovedPlace,
  ServicePhone,
  ServicePhones,
  ServiceText,
  ServiceValues,
} from '#directory/services/service-document.ts'
import { ServiceIntake, ShownIntake } from '#directory/services/service-intake.ts'
import { ServiceItem } from '#directory/services/service-search.ts'
import { ProfileText } from '#identity/organizations/organization-profile.ts'
import { Day, Id, line, Timestamp } from '#platform/schema/fields.ts'

/** What an organization says about itself. */
export const ProfileValues = ProfileText.extend({
  phones: ServicePhones,
  contacts: ContactLines,
  programs: ProgramLines,
})

/** The values of each kind of listing: a listing is changed, compared and restored by these. */
export const valuesOfKind = {
  organization: ProfileValues,
  service: ServiceValues,
  location: PlaceValues,
} satisfies Record<ListingKind, z.ZodObject>
/** Those of the values that are single inputs. */
export const textsOfKind = {
  organization: ProfileText,
  service: ServiceText,
  location: PlaceText,
} satisfies Record<ListingKind, z.ZodObject>

const edited = {
  id: Id,
  organizationId: Id,
  organizationName: z.string(),
  version: z.number().int(),
  /** Whether everyone finds it in the directory. */
  isListed: z.boolean(),
  assuredDate: Day.nullable(),
  /** Where it has hours. */
  places: z.array(PlaceOfService),
  /** Who edited and confirmed which field; fields that nobody did are left out. */
  fields: z.array(FieldState),
}
const Choice = z.object({ id: Id, name: z.string() })

const storedPhones = z.array(ServicePhone.extend({ number: z.string() }))
const storedContacts = z.array(ContactLine.extend({ email: z.string().nullable(), phones: storedPhones }))
/** Values as they are stored: an import may have brought more numbers than people enter, or an unusual address. */
const stored = <Shape extends z.ZodRawShape>(values: z.ZodObject<Shape>) =>
  values.extend({
    phones: storedPhones,
    contacts: storedContacts,
    ...('contactsAt' in values.shape ? { contactsAt: z.partialRecord(Id, storedContacts) } : {}),
    ...('email' in values.shape ? { email: z.string().nullable() } : {}),
  }) as unknown as z.ZodObject<Shape>

/** A service as its editor shows it. */
export const EditedService = z.object({
  kind: z.literal('service'),
  ...edited,
  values: stored(ServiceValues),
  /** The places of its organization, where it can be given. */
  ownPlaces: z.array(ListedPlace),
  /** The programs of its organization. */
  ownPrograms: z.array(ProgramLine.pick({ id: true, name: true })),
  /** What the program read out of the words about who can get it; nobody confirmed it. */
  readRules: z.array(ReadRule),
})
/** An organization's profile as its editor shows it. */
export const EditedProfile = z.object({
  kind: z.literal('organization'),
  ...edited,
  values: stored(ProfileValues),
  types: z.array(Choice),
  taxStatuses: z.array(Choice),
})
/** A place as its editor shows it. */
export const EditedPlace = z.object({
  kind: z.literal('location'),
  ...edited,
  values: stored(PlaceValues),
  /** By its ZIP code; null if that is not known. */
  timeZone: z.string().nullable(),
})
export type EditedPlace = z.infer<typeof EditedPlace>
export type EditedService = z.infer<typeof EditedService>
export type EditedProfile = z.infer<typeof EditedProfile>
export type EditedListing = EditedService | EditedProfile | EditedPlace

/** The fields to change, based on the version that the editor read. */
export const saveOf = <Shape extends z.ZodRawShape>(values: z.ZodObject<Shape>) =>
  z.object({ version: z.number().int(), changes: values.partial() })
export interface ListingSave {
  version: number
  changes: ListingValues
}

/** What somebody else did to a field meanwhile. */
export const FieldConflict = z.object({
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  by: z.string().nullable(),
  on: Timestamp,
})
export type FieldConflict = z.infer<typeof FieldConflict>

/** A service as the directory would show it, or another listing at one of its services. */
export const ListingPreview = z.object({
  /** The result in a search; null if the service is not listed. */
  item: ServiceItem.nullable(),
  /** Null if no service shows the listing. */
  detail: ServiceDetail.nullable(),
})
export type ListingPreview = z.infer<typeof ListingPreview>

export const ListingHistory = z.object({ items: z.array(ListingChange), nextCursor: z.string().nullable() })
export type ListingHistory = z.infer<typeof ListingHistory>

export const Confirmation = z.object({
  version: z.number().int(),
  /** Only for platform admins: the organization said so on the telephone. */
  byPhone: z.boolean().optional(),
})

/** The address of a new place of the organization. */
export const NewPlace = z.object({
  name: line(200).nullable().meta({ title: 'Name of the place' }),
  address1: line(200, 1).meta({ title: 'Address' }),
  city: line(100, 1).meta({ title: 'City' }),
  stateProvince: line(2, 2).meta({ title: 'State' }),
  postalCode: line(10)
    .regex(/^\d{5}(-\d{4})?$/, { error: 'zip-format' })
    .meta({ title: 'ZIP code' }),
})

const PlaceToAdd = NewPlace.extend({
  /** Chosen by the caller, so that sending it again adds nothing; by default a new one. */
  id: Id.optional(),
  isConfidential: z.boolean().default(false),
})

/** A new place by itself. */
export const AddedPlace = PlaceToAdd.extend({
  /** By default the organization of the caller. */
  organizationId: Id.optional(),
})
export type AddedPlace = z.output<typeof AddedPlace>

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
  newPlace: PlaceToAdd.nullable().default(null),
})
export type NewService = z.output<typeof NewService>

/** Whether a service takes new people, based on the version that was read. */
export const IntakeChange = z.object({ version: z.number().int(), intake: ServiceIntake.nullable() })
export type IntakeChange = z.infer<typeof IntakeChange>

/** Whether a place is confidential, based on the version that was read. */
export const Confidentiality = z.object({ version: z.number().int(), isConfidential: z.boolean() })
export type Confidentiality = z.infer<typeof Confidentiality>

/** Whether a place is removed, based on the version that was read. */
export const Removal = z.object({ version: z.number().int(), isRemoved: z.boolean() })
export type Removal = z.infer<typeof Removal>

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
      intake: ShownIntake.nullable(),
      mergedInto: MergedService.nullable(),
    }),
  ),
  places: z.array(ListedPlace),
  removedPlaces: z.array(RemovedPlace),
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

/** Everybody to ask for whom a listing names, also at one of its places. */
export const peopleOf = ({ contacts, contactsAt }: ListingValues): ContactLine[] => [
  ...((contacts ?? []) as ContactLine[]),
  ...Object.values(contactsAt ?? {}).flatMap((people) => people ?? []),
]

/** The telephone numbers that a listing says, its own and those of people: they stay as they are. */
export const numbersIn = (values: ListingValues) =>
  new Set(
    [(values.phones ?? []) as ServicePhone[], ...peopleOf(values).map(({ phones }) => phones)]
      .flat()
      .map((phone) => phone.number),
  )

/** The fields in which these values differ from the listing, with the values. */
export function differences(values: ListingValues, from: ListingValues): Record<string, unknown> {
  const present = fieldsOf(from)
  return Object.fromEntries(
    Object.entries(fieldsOf(values)).filter(([field, value]) => !isSameValue(value, present[field])),
  )
}
