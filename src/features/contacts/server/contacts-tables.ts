import type { z } from 'zod'
import { AccessLogRow } from '../access-log.ts'
import { Consent } from '../consent.ts'
import { ContactPhone, ContactRow } from '../contact.ts'

/** The tables that this feature alone writes. */
export const contactsTables: Record<string, z.ZodObject> = {
  access_log: AccessLogRow,
  consent: Consent,
  contact: ContactRow,
  contact_phone: ContactPhone,
}
