import type { z } from 'zod'
import { RegistrationDecision, RegistrationReview } from '../review.ts'

/** The tables that only this feature writes. */
export const registrationTables: Record<string, z.ZodObject> = {
  registration_decision: RegistrationDecision,
  registration_review: RegistrationReview,
}
