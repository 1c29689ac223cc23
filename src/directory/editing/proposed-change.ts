import type { FieldValues } from '#directory/listings/listing-change.ts'
import type { ServicePhone } from '#directory/services/service-document.ts'

/** Values by field, before and after. Of the telephone numbers, only the one that changes. */
export interface ProposedChange {
  before: FieldValues
  after: FieldValues
}

const isSameNumber = (a: ServicePhone) => (b: ServicePhone) => a.number === b.number && a.extension === b.extension

/**
 * The values that a change makes of the present ones.
 * @returns null if the telephone number that it replaces is no longer there
 */
export function appliedTo(present: FieldValues, { before, after }: ProposedChange): FieldValues | null {
  if (!('phones' in after)) return after
  const phones = present.phones as ServicePhone[]
  const [was] = before.phones as ServicePhone[]
  const [becomes] = after.phones as ServicePhone[]
  if (becomes && phones.some(isSameNumber(becomes))) return {}
  if (!was) return { phones: [...phones, ...(becomes ? [becomes] : [])] }
  if (!phones.some(isSameNumber(was))) return null
  return {
    phones: phones.flatMap((phone) => {
      if (!isSameNumber(was)(phone)) return [phone]
      return becomes ? [{ ...phone, number: becomes.number, extension: becomes.extension }] : []
    }),
  }
}
