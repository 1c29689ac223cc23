import type { ReadRule } from './eligibility.ts'
import { readEligibility } from './read-eligibility.ts'

/**
 * The rules that the program reads out of a service's words: only where neither its source nor a person said anything,
 * and where no person took the rule away.
 */
export const unconfirmedRules = (
  values: { eligibilityDescription: string | null } & { [Field in ReadRule['field']]: unknown },
  isEdited: (field: string) => boolean,
): ReadRule[] =>
  readEligibility(values.eligibilityDescription).filter(
    ({ field }) => (values[field] ?? null) === null && !isEdited(field),
  )
