import { z } from 'zod'
import { EligibilityRules } from '#directory/eligibility/eligibility.ts'
import { Email, Id, line, paragraphs, Timestamp, Website } from '#platform/schema/fields.ts'
import { costs, phoneTypes, serviceStatuses } from './directory-rows.ts'
import { ServiceIntake } from './service-intake.ts'
import { Category } from './service-search.ts'
import { ScheduleRule, WeekHours } from './week-hours.ts'

const age = z.number().min(0).max(999).nullable()

/** The fields of a service that people edit, as single values. */
export const ServiceText = z.object({
  name: line(200, 1).meta({ title: 'Name of the service' }),
  alternateName: line(200).nullable().meta({ title: 'Also known as' }),
  description: paragraphs(20_000).nullable().meta({ title: 'What it is', format: 'paragraphs' }),
  eligibilityDescription: paragraphs(20_000).nullable().meta({ title: 'For whom', format: 'paragraphs' }),
  minimumAge: age.meta({ title: 'Youngest age' }),
  maximumAge: age.meta({ title: 'Oldest age' }),
  applicationProcess: paragraphs(20_000).nullable().meta({ title: 'How to apply', format: 'paragraphs' }),
  cost: z.enum(costs).nullable().meta({ title: 'What it costs' }),
  feesDescription: paragraphs(4000).nullable().meta({ title: 'Fees', format: 'paragraphs' }),
  waitTime: line(500).nullable().meta({ title: 'Waiting time' }),
  interpretationServices: paragraphs(2000).nullable().meta({ title: 'Interpretation', format: 'paragraphs' }),
  url: Website.nullable().meta({ title: 'Website', format: 'url' }),
  email: Email.nullable().meta({ title: 'Email', format: 'email' }),
  alert: paragraphs(2000).nullable().meta({ title: 'Notice', format: 'paragraphs' }),
  status: z.enum(serviceStatuses).nullable().meta({ title: 'Status' }),
})
export type ServiceText = z.infer<typeof ServiceText>

/** A telephone number of the service. Numbers that were imported stay as they are; new ones must be complete. */
export const ServicePhone = z.object({
  number: line(60, 1),
  extension: line(20).nullable(),
  type: z.enum(phoneTypes),
  description: line(500).nullable(),
})
export type ServicePhone = z.infer<typeof ServicePhone>
/** A form adds up to twenty; an import may have brought more, of which one is changed. */
export const ServicePhones = z.array(ServicePhone).max(200)

/** A person or a desk to ask for, with their own numbers. An address that was imported stays as it is. */
export const ContactLine = z.object({
  name: line(200).nullable(),
  title: line(200).nullable(),
  department: line(200).nullable(),
  email: line(254).nullable(),
  phones: ServicePhones,
})
export type ContactLine = z.infer<typeof ContactLine>
/** A form adds up to twenty; an import may have brought more, of which one is changed. */
export const ContactLines = z.array(ContactLine).max(500)

/** A program of an organization, to which services may belong. */
export const ProgramLine = z.object({
  /** Chosen by whoever adds it. */
  id: Id,
  name: line(200, 1),
  alternateName: line(200).nullable(),
  description: paragraphs(20_000).nullable(),
})
export type ProgramLine = z.infer<typeof ProgramLine>
export const ProgramLines = z.array(ProgramLine).max(500)

/** One price: what for, how much, and what else there is to say. */
export const CostLine = z.object({
  option: line(500).nullable(),
  amount: z.number().nullable(),
  /** As an import brought it; dollars if nobody said. */
  currency: z.string().max(10).nullable(),
  amountDescription: line(2000).nullable(),
})
export type CostLine = z.infer<typeof CostLine>

/** An area in which a service helps, by its name; a guess says on which words it rests. */
export const AreaLine = z.object({
  name: z.string().max(5000),
  /** What was understood of it, as `area.ts` describes; people choose one. */
  keys: z.array(z.string().max(200)).max(5000),
  guessedFrom: z.string().nullable(),
})
export type AreaLine = z.infer<typeof AreaLine>

/** The key of the hours of a service that has no place of its own. */
export const WITHOUT_PLACE = 'service'
const HoursKey = z.union([z.literal(WITHOUT_PLACE), Id])

/** The fields of a service that people edit: a service is changed, compared and restored by these. */
export const ServiceValues = ServiceText.extend({
  ...EligibilityRules.shape,
  /** Null if nobody said. */
  intake: ServiceIntake.nullable(),
  phones: ServicePhones,
  contacts: ContactLines,
  /** Of its organization; null if it belongs to none. */
  programId: Id.nullable(),
  /** Names in English, as directories have them. */
  languages: z.array(line(100, 1)).max(60),
  costOptions: z.array(CostLine).max(500),
  requiredDocuments: z.array(line(2000, 1)).max(500),
  /** Those of the service itself; an import may say others for one of its places. */
  serviceAreas: z.array(AreaLine).max(5000),
  categories: z.array(Category.pick({ id: true, name: true, guessedFrom: true })).max(500),
  /** Where it is given, sorted. An import may bring very many. */
  locationIds: z.array(Id).max(5000),
  /** By place, each in its own clock; the key of a service without a place is `service`. */
  hours: z.partialRecord(HoursKey, WeekHours),
  /** Whom to ask for at a place, by place; a confidential place has none here. */
  contactsAt: z.partialRecord(Id, ContactLines),
})
export type ServiceValues = z.infer<typeof ServiceValues>

/** The values of any listing: hours and people by place, everything else by its name. */
export interface ListingValues {
  hours?: Partial<Record<string, WeekHours>> | undefined
  contactsAt?: Partial<Record<string, ContactLine[]>> | undefined
  [field: string]: unknown
}

/** A place of a service, by which its hours are edited. */
export const PlaceOfService = z.object({
  id: Id,
  name: z.string().nullable(),
  address: z.string().nullable(),
  isConfidential: z.boolean(),
  /** Holidays and other special days; they are kept. */
  specialDays: z.array(ScheduleRule.extend({ isYearly: z.boolean() })),
})
export type PlaceOfService = z.infer<typeof PlaceOfService>

/** The service into which another one was merged. */
export const MergedService = z.object({
  id: Id,
  name: z.string(),
  /** Null if its source does not name it. */
  organizationName: z.string().nullable(),
})
export type MergedService = z.infer<typeof MergedService>

/** A place of an organization; of a confidential one of others, neither name nor address. */
export const ListedPlace = PlaceOfService.omit({ specialDays: true }).extend({ version: z.number().int() })
export type ListedPlace = z.infer<typeof ListedPlace>

/** A place that its organization removed; it can be brought back. */
export const RemovedPlace = ListedPlace.extend({ removedOn: Timestamp })
export type RemovedPlace = z.infer<typeof RemovedPlace>

/** The fields of a place that people edit, as single values; the address is where people go. */
export const PlaceText = z.object({
  name: line(200).nullable().meta({ title: 'Name of the place' }),
  description: paragraphs(20_000).nullable().meta({ title: 'About the place', format: 'paragraphs' }),
  address1: line(500).nullable().meta({ title: 'Address' }),
  address2: line(500).nullable().meta({ title: 'Apartment, floor' }),
  city: line(500).nullable().meta({ title: 'City' }),
  stateProvince: line(500).nullable().meta({ title: 'State' }),
  postalCode: line(500).nullable().meta({ title: 'ZIP code' }),
  transportation: paragraphs(2000).nullable().meta({ title: 'Getting there', format: 'paragraphs' }),
  accessibility: paragraphs(20_000).nullable().meta({ title: 'Accessibility, one line each', format: 'paragraphs' }),
})
export type PlaceText = z.infer<typeof PlaceText>

/** The fields of a place that people edit. Its hours are those of services without hours of their own there. */
export const PlaceValues = PlaceText.extend({
  phones: ServicePhones,
  contacts: ContactLines,
  hours: z.partialRecord(Id, WeekHours),
})
export type PlaceValues = z.infer<typeof PlaceValues>

/** The prefixes of the fields of which there is one for each place; its key follows. */
const HOURS = 'hours:'
const CONTACTS_AT = 'contactsAt:'

const prefixed = (prefix: string, byPlace: object | undefined) =>
  Object.fromEntries(Object.entries(byPlace ?? {}).map(([key, value]) => [`${prefix}${key}`, value]))
const keyAfter = (prefix: string, field: string) => (field.startsWith(prefix) ? field.slice(prefix.length) : null)

/** Values by field: hours, and people to ask for at a place, are one field for each place. */
export const fieldsOf = ({ hours, contactsAt, ...values }: ListingValues): Record<string, unknown> => ({
  ...values,
  ...prefixed(HOURS, hours),
  ...prefixed(CONTACTS_AT, contactsAt),
})

/** The opposite of {@link fieldsOf}. @param names the fields that the listing has; others are left out */
export function changesOf(fields: Record<string, unknown>, names: string[]): ListingValues {
  const all = Object.entries(fields)
  const byPlace = (name: string, keyOf: (field: string) => string | null) => {
    const values = all.flatMap(([field, value]) => {
      const key = keyOf(field)
      return key === null ? [] : [[key, value]]
    })
    return values.length ? { [name]: Object.fromEntries(values) } : {}
  }
  return {
    ...Object.fromEntries(all.filter(([field]) => names.includes(field))),
    ...byPlace('hours', hoursKeyOf),
    ...byPlace('contactsAt', contactsPlaceOf),
  }
}
export const hoursField = (key: string) => `${HOURS}${key}`
/** The key of the hours in this field; null for other fields. */
export const hoursKeyOf = (field: string) => keyAfter(HOURS, field)
/** The field of the people to ask for of a service at this place. */
export const contactsField = (locationId: string) => `${CONTACTS_AT}${locationId}`
/** The place of the people in this field; null for other fields. */
export const contactsPlaceOf = (field: string) => keyAfter(CONTACTS_AT, field)
