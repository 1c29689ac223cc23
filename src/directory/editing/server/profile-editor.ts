import {
  findListedService,
  listContacts,
  listForeignPrograms,
  listPhones,
  listPrograms,
  replaceContacts,
  replacePhones,
  replacePrograms,
} from '#directory/services/server/directory-public.ts'
import type { ContactLine, ProgramLine, ServicePhone } from '#directory/services/service-document.ts'
import type { ProfileText } from '#identity/organizations/organization-profile.ts'
import {
  confirmProfile,
  findProfile,
  listReference,
  requireKnownReferences,
  writeProfile,
} from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import { type EditedProfile, ProfileValues } from '../listing-editing.ts'
import type { ListingDocument, ListingEditor } from './listing-editor.ts'

/** The texts of a profile belong to organizations; its telephone numbers, people and programs to the directory. */
async function findDocument(
  database: Database,
  id: string,
  timeZone: string,
  options?: { lock: boolean },
): Promise<ListingDocument | undefined> {
  const found = await findProfile(database, id, timeZone, options)
  if (!found) return undefined
  const { name, standing, version, assuredDate, id: _, ...texts } = found
  return {
    ...{ id, organizationId: id, organizationName: name, isApproved: standing === 'verified', version, assuredDate },
    isListed: (await findListedService(database, { organizationId: id })) !== undefined,
    values: {
      ...texts,
      phones: await listPhones(database, { organizationId: id }),
      contacts: await listContacts(database, { organizationId: id }),
      programs: await listPrograms(database, id),
    },
    places: [],
  }
}

/** Each program has its own identifier, which no other organization uses. @throws problem invalid-request */
async function requirePrograms(database: Database, programs: ProgramLine[], organizationId: string) {
  const ids = programs.map(({ id }) => id)
  if (new Set(ids).size < ids.length || (await listForeignPrograms(database, organizationId, ids)).length)
    throw fieldProblem('programs', 'invalid')
}

export const profileEditor = (timeZone: string): ListingEditor<EditedProfile> => ({
  kind: 'organization',
  names: Object.keys(ProfileValues.shape),
  find: (database, id, _, options) => findDocument(database, id, timeZone, options),
  requireValid: async (database, wanted, { id }) => {
    const { programs, ...others } = wanted
    await requireKnownReferences(database, others)
    if (programs) await requirePrograms(database, programs as ProgramLine[], id)
  },
  write: async (database, id, fields) => {
    const { phones, contacts, programs, ...texts } = fields
    if (contacts) await replaceContacts(database, { organizationId: id }, contacts as ContactLine[])
    if (programs) await replacePrograms(database, id, programs as ProgramLine[])
    if (phones) await replacePhones(database, { organizationId: id }, phones as ServicePhone[])
    return writeProfile(database, id, texts as Partial<ProfileText>)
  },
  confirm: (database, { id }) => confirmProfile(database, id, timeZone),
  findShown: findListedService,
  more: async (database) => ({
    types: await listReference(database, 'organizationType'),
    taxStatuses: await listReference(database, 'taxStatus'),
  }),
})
