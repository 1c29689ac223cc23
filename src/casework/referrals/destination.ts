import { z } from 'zod'
import { Id, line } from '#platform/schema/fields.ts'

const Named = z.object({ id: Id, name: z.string() })

/**
 * What becomes of a referral that goes there: `here`, they read and answer it in the portal; `invited`, nobody there has an
 * account, and the link to register goes out by e-mail; `none`, they take no referrals.
 */
export const reaches = ['here', 'invited', 'none'] as const
export type Reach = (typeof reaches)[number]

interface Reached {
  standing: string
  takesReferrals: boolean
  hasAccount: boolean
}
export function reachOf({ standing, takesReferrals, hasAccount }: Reached): Reach {
  if (standing === 'refused') return 'none'
  if (!hasAccount) return 'invited'
  return takesReferrals ? 'here' : 'none'
}

/** Where a referral could go, by words. They are no names of people, but travel in the body with the ZIP code. */
export const DestinationSearch = z.object({
  text: line(200, 3),
  /** from where the distance is measured: the ZIP code of the person, when it is known */
  near: line(10).nullish(),
  /** organizations to which it cannot go */
  exceptIds: z.array(Id).max(5).default([]),
})
export type DestinationSearch = z.infer<typeof DestinationSearch>

export const FoundDestination = z.object({
  /** null: the organization as a whole */
  service: Named.nullable(),
  organization: Named,
  city: z.string().nullable(),
  /** miles */
  distance: z.number().nullable(),
  reach: z.enum(reaches),
})
export type FoundDestination = z.infer<typeof FoundDestination>
export const FoundDestinations = z.object({ items: z.array(FoundDestination) })
export type FoundDestinations = z.infer<typeof FoundDestinations>

/** An organization as the form of a new referral needs it. Without an account it is invited by a claim link. */
export const ReferralDestination = Named.extend({
  isOwn: z.boolean(),
  hasAccount: z.boolean(),
  takesReferrals: z.boolean(),
  /** whom the directory names for an organization without an account; names are empty where it gives only an address */
  suggestedContact: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }).nullable(),
})
export type ReferralDestination = z.infer<typeof ReferralDestination>

/** Looks for somebody by name at an organization that takes part. */
export const ColleagueSearch = z.object({ organizationId: Id, text: line(60, 2) })
export const Colleagues = z.object({ items: z.array(Named) })
export type Colleagues = z.infer<typeof Colleagues>
