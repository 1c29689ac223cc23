import { z } from 'zod'
import { Fit } from '#directory/eligibility/fit.ts'
import { ShownIntake } from '#directory/services/service-intake.ts'
import { Id } from '#platform/schema/fields.ts'

const Named = z.object({ id: Id, name: z.string() })

/** A service that could help next, and what speaks for it. */
export const NextFit = z.object({
  service: Named,
  organization: Named,
  city: z.string().nullable(),
  /** miles from the person's ZIP code */
  distance: z.number().nullable(),
  /** whether it takes new people, if its organization says so */
  intake: ShownIntake.nullable(),
  /** whether it fits the person, if anybody said for whom it is */
  fit: Fit.nullable(),
  /** about how many days its organization takes to answer */
  answerDays: z.number().nullable(),
  /** whether its organization answers in the portal; otherwise it is invited by e-mail */
  answersHere: z.boolean(),
})
export type NextFit = z.infer<typeof NextFit>
export const NextFits = z.object({ items: z.array(NextFit) })
export type NextFits = z.infer<typeof NextFits>

/** The maximum number of proposed services. */
export const MOST_FITS = 5
