import { z } from 'zod'
import { Id, line } from '#platform/schema/fields.ts'

const Named = z.object({ id: Id, name: z.string() })

/**
 * What happens to a referral that is sent there: `here`, they read and answer it in the portal; `invited`, nobody there
 * has an account, and the link to register is sent by e-mail; `none`, they do not accept referrals.
 */
export const reaches = ['here', 'invited', 'none'] as const
export type Reach = (typeof reaches)[number]

interface Reached {
  standing: string
  takesReferrals: boolean
  hasAccount: boolean
}
export function reachOf({ standing, takesReferrals, hasAccount }: Reached): Reach {
  if (standing === 'refused' || standing === 'merged') return 'none'
  if (!hasAccount) return 'invited'
  return takesReferrals ? 'here' : 'none'
}

/**
 * A search for destinations. The words are not names of people, but are sent in the body together with the ZIP code.
 */
export const DestinationSearch = z.object({
  text: line(200, 3),
  /** the starting point for distances: the person's ZIP code, if known */
  near: line(10).nullish(),
  /** organizations to which it cannot be sent */
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

/** An organization in the form of a new referral. Without an account, it is invited by a claim link. */
export const ReferralDestination = Named.extend({
  isOwn: z.boolean(),
  hasAccount: z.boolean(),
  takesReferrals: z.boolean(),
  /** the directory's contact for an organization without an account; names are empty if it only has an address */
  suggestedContact: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }).nullable(),
  /** how soon it promises to answer, and how long its answers usually took; null of too few */
  responseTime: z.object({
    answerHours: z.number().int(),
    isPromised: z.boolean(),
    typicalHours: z.number().nullable(),
  }),
})
export type ReferralDestination = z.infer<typeof ReferralDestination>

/** Searches for a person by name at an organization that participates. */
export const ColleagueSearch = z.object({ organizationId: Id, text: line(60, 2) })
export const Colleagues = z.object({ items: z.array(Named) })
export type Colleagues = z.infer<typeof Colleagues>
