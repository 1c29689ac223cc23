import type { FieldValues } from '#directory/listings/listing-change.ts'
import { type ContactLine, contactsPlaceOf, type ServicePhone } from '#directory/services/service-document.ts'
import { isSameValue } from './listing-editing.ts'

/** Values by field, before and after. Of telephone numbers, and of people to ask for, only the one that changes. */
export interface ProposedChange {
  before: FieldValues
  after: FieldValues
}

/** Whether this field holds people to ask for. */
export const holdsPeople = (field: string) => field === 'contacts' || contactsPlaceOf(field) !== null

const isSameNumber = (a: ServicePhone) => (b: ServicePhone) => a.number === b.number && a.extension === b.extension

/** The people once one of them is replaced, added or left out; null if that one is no longer there. */
function replacePerson(people: ContactLine[], was: ContactLine | undefined, becomes: ContactLine | undefined) {
  const at = was ? people.findIndex((one) => isSameValue(one, was)) : people.length
  if (at < 0) return null
  const isThere = people.some((one) => isSameValue(one, becomes))
  return people.toSpliced(at, 1, ...(becomes && !isThere ? [becomes] : []))
}

/**
 * The values that a change makes of the present ones.
 * @returns null if the telephone number, or the person, that it replaces is no longer there
 */
export function appliedTo(present: FieldValues, { before, after }: ProposedChange): FieldValues | null {
  const field = Object.keys(after).find(holdsPeople)
  if (field) {
    const [[was], [becomes]] = [before[field] as ContactLine[], after[field] as ContactLine[]]
    const people = replacePerson((present[field] ?? []) as ContactLine[], was, becomes)
    return people && { [field]: people }
  }
  if (!('phones' in after)) return after
  const phones = present.phones as ServicePhone[]
  const [was] = before.phones as ServicePhone[]
  const [becomes] = after.phones as ServicePhone[]
  const isThere = becomes !== undefined && phones.some(isSameNumber(becomes))
  if (!was) return isThere ? {} : { phones: [...phones, ...(becomes ? [becomes] : [])] }
  if (!phones.some(isSameNumber(was))) return isThere ? {} : null
  if (becomes && isSameNumber(was)(becomes)) return {}
  return {
    phones: phones.flatMap((phone) => {
      if (!isSameNumber(was)(phone)) return [phone]
      // The right one may stand beside it already.
      return becomes && !isThere ? [{ ...phone, number: becomes.number, extension: becomes.extension }] : []
    }),
  }
}
