import type { z } from 'zod'
import { ContactSearch } from '#casework/clients/contact-record.ts'

/** Whom a file is about: those who match the search, or the people named. */
export const PeopleExport = ContactSearch.pick({ search: true, ids: true })
export type PeopleExport = z.infer<typeof PeopleExport>

/** Who may take whole names, birth dates and numbers out of the portal, as for the export of one record. */
export const exportRoles = ['organization-admin'] as const
