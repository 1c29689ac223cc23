import { z } from 'zod'
import { Email, Id, line, paragraphs, Website } from '#platform/schema/fields.ts'
import { phoneTypes, serviceStatuses } from './directory-rows.ts'
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

/** The key of the hours of a service that has no place of its own. */
export const WITHOUT_PLACE = 'service'
const HoursKey = z.union([z.literal(WITHOUT_PLACE), Id])

/** The fields of a service that people edit: a service is changed, compared and restored by these. */
export const ServiceValues = ServiceText.extend({
  phones: z.array(ServicePhone).max(20),
  /** Names in English, as directories have them. */
  languages: z.array(line(100, 1)).max(60),
  /** By place, each in its own clock; the key of a service without a place is `service`. */
  hours: z.partialRecord(HoursKey, WeekHours),
})
export type ServiceValues = z.infer<typeof ServiceValues>

export const ServiceChanges = ServiceValues.partial()
export type ServiceChanges = z.infer<typeof ServiceChanges>

/** A place of a service, by which its hours are edited. */
export const PlaceOfService = z.object({
  id: Id,
  name: z.string().nullable(),
  address: z.string().nullable(),
  /** Holidays and other special days; they are kept. */
  specialDays: z.array(ScheduleRule.extend({ isYearly: z.boolean() })),
})
export type PlaceOfService = z.infer<typeof PlaceOfService>

/** The prefix of the fields that hold hours; the key of the hours follows. */
const HOURS = 'hours:'

/** Values by field: hours are one field for each place. */
export function fieldsOf({ hours, ...values }: ServiceChanges): Record<string, unknown> {
  const byPlace = Object.entries(hours ?? {}).map(([key, week]) => [`${HOURS}${key}`, week])
  return { ...values, ...Object.fromEntries(byPlace) }
}

/** The opposite of {@link fieldsOf}. Fields that a service does not have are left out. */
export function changesOf(fields: Record<string, unknown>): ServiceChanges {
  const names = Object.keys(ServiceValues.shape)
  const all = Object.entries(fields)
  const hours = all.flatMap(([field, value]) => (field.startsWith(HOURS) ? [[field.slice(HOURS.length), value]] : []))
  return {
    ...Object.fromEntries(all.filter(([field]) => names.includes(field))),
    ...(hours.length ? { hours: Object.fromEntries(hours) } : {}),
  }
}
export const hoursField = (key: string) => `${HOURS}${key}`
/** The key of the hours in this field; null for other fields. */
export const hoursKeyOf = (field: string) => (field.startsWith(HOURS) ? field.slice(HOURS.length) : null)
