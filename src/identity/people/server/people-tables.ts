import type { z } from 'zod'
import { ContactPhone, ContactRow } from '../contact.ts'

/** The tables that this feature alone writes. */
export const peopleTables: Record<string, z.ZodObject> = { contact: ContactRow, contact_phone: ContactPhone }
