/** What other features may use of people's records. */

export { addPhones, familyOf, listFormer, mergeContact, removePhones, splitContact } from './merged-people.ts'
export {
  containing,
  findContactRow,
  listNames,
  listPhones,
  lockContact,
  personPhone,
  personRecord,
  phoneOf,
  withPhoneEnding,
} from './person-queries.ts'
export {
  blankPerson,
  findDemoPerson,
  insertDemoPerson,
  insertPerson,
  insertServedPerson,
  renamePerson,
  replacePhones,
  setPersonEmail,
  setPrimaryPhone,
  touchPerson,
  updatePerson,
} from './person-record.ts'
export { ALIKE, countShared, listAlike, listServedIds, listTraits, type Probe, readTraits } from './person-traits.ts'
