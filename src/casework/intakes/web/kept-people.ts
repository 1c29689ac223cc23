import { forgetOffline, keepOffline, listOffline, readOffline } from '#platform/web/offline.ts'

const PEOPLE = 'person/'

/** Of a person whose record was opened here: no more than beginning an intake needs. */
export interface KeptPerson {
  id: string
  name: string
  language: string | null
}

export const keepPerson = (person: KeptPerson) => keepOffline(PEOPLE + person.id, person)
export const readKeptPerson = async (id: string) => (await readOffline<KeptPerson>(PEOPLE + id))?.value
export const listKeptPeople = () => listOffline<KeptPerson>(PEOPLE)
export const forgetKeptPerson = (id: string) => forgetOffline(PEOPLE + id)
