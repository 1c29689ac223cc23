import { z } from 'zod'
import { ReadRule } from '#directory/eligibility/eligibility.ts'
import { AreaName } from '#directory/places/area.ts'
import { Day, Id } from '#platform/schema/fields.ts'
import {
  Accessibility,
  Address,
  CostOption,
  DirectoryContact,
  Location,
  RequiredDocument,
  Service,
  ServiceArea,
} from './directory-rows.ts'
import { ShownIntake } from './service-intake.ts'
import { Category, Hours, OpensNext, PhoneLine } from './service-search.ts'

/** The hours of one day; empty if closed, by appointment, or not known. */
export const DayHours = z.object({ day: Day, hours: z.array(Hours), byAppointment: z.boolean(), isKnown: z.boolean() })
export type DayHours = z.infer<typeof DayHours>

const Spoken = z.object({ name: z.string(), note: z.string().nullable() })

/** Somebody to ask for. */
const Contact = DirectoryContact.pick({ name: true, title: true, department: true, email: true }).extend({
  phones: z.array(PhoneLine),
})
export type Contact = z.infer<typeof Contact>

export const ServicePlace = Location.pick({
  id: true,
  locationType: true,
  name: true,
  alternateName: true,
  description: true,
  transportation: true,
  url: true,
  latitude: true,
  longitude: true,
  isConfidential: true,
}).extend({
  /** The county or state of a confidential place, instead of its address; null if the reader may know that. */
  area: AreaName.nullable(),
  isOwn: z.boolean(),
  addresses: z.array(
    Address.pick({
      addressType: true,
      attention: true,
      address1: true,
      address2: true,
      city: true,
      stateProvince: true,
      postalCode: true,
      country: true,
    }),
  ),
  /** Its own, and those of the service there. */
  phones: z.array(PhoneLine),
  /** Of a confidential place, none for those who may not know where it is. */
  contacts: z.array(Contact),
  languages: z.array(Spoken),
  accessibility: z.array(Accessibility.pick({ description: true, details: true, url: true })),
  /** Null if it is not known. */
  isOpenNow: z.boolean().nullable(),
  /** Until when it is open, HH:mm, if that began on the day before; else null. */
  openUntil: z.string().nullable(),
  opensNext: OpensNext.nullable(),
  /** Today and the next six days. */
  week: z.array(DayHours),
  scheduleNotes: z.array(z.string()),
})
export type ServicePlace = z.infer<typeof ServicePlace>

/** What everybody may read of an organization. */
export const ListedOrganization = z.object({
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  website: z.string().nullable(),
  email: z.string().nullable(),
  takesReferrals: z.boolean(),
  answersHere: z.boolean(),
  /** Whether its directory does not name it. */
  isStandIn: z.boolean(),
  phones: z.array(PhoneLine),
  contacts: z.array(Contact),
})
export type ListedOrganization = z.infer<typeof ListedOrganization>

/** Whether the directory says how to reach an organization. */
export const isReachable = ({ phones, contacts, website, email }: ListedOrganization) =>
  phones.length > 0 || contacts.length > 0 || website !== null || email !== null

/** Everything that people need to know about a service. */
export const ServiceDetail = Service.pick({
  id: true,
  name: true,
  alternateName: true,
  description: true,
  url: true,
  email: true,
  status: true,
  statusSaid: true,
  interpretationServices: true,
  applicationProcess: true,
  cost: true,
  feesDescription: true,
  waitTime: true,
  accreditations: true,
  licenses: true,
  eligibilityDescription: true,
  minimumAge: true,
  maximumAge: true,
  income: true,
  households: true,
  populations: true,
  papers: true,
  alert: true,
  assuredDate: true,
  version: true,
}).extend({
  organization: ListedOrganization,
  programName: z.string().nullable(),
  programDescription: z.string().nullable(),
  /** What the program read out of the words about who can get it; nobody confirmed it. */
  readRules: z.array(ReadRule),
  /** Null if nobody said. */
  intake: ShownIntake.nullable(),
  phones: z.array(PhoneLine),
  contacts: z.array(Contact),
  languages: z.array(Spoken),
  categories: z.array(Category),
  costOptions: z.array(CostOption.pick({ option: true, amount: true, currency: true, amountDescription: true })),
  requiredDocuments: z.array(RequiredDocument.pick({ document: true, uri: true })),
  serviceAreas: z.array(ServiceArea.pick({ name: true, description: true, statedBy: true })),
  places: z.array(ServicePlace),
  /** For a service without its own location; null if it is not known. */
  isOpenNow: z.boolean().nullable(),
  /** Until when it is open, HH:mm, if that began on the day before; else null. */
  openUntil: z.string().nullable(),
  opensNext: OpensNext.nullable(),
  week: z.array(DayHours),
  scheduleNotes: z.array(z.string()),
})
export type ServiceDetail = z.infer<typeof ServiceDetail>
