import type { z } from 'zod'
import { ContactPhone, ContactRow } from '../contact.ts'

/** The tables that only this feature writes. */
export const peopleTables: Record<string, z.ZodObject> = { contact: ContactRow, contact_phone: ContactPhone }
