import { doesCasework } from '#features/contacts/contact-policy.ts'
import { type Actor, hasRole } from '#platform/schema/roles.ts'
import { actionsFrom, type Party, type ReferralAction, type ReferralStatus, reopenDays } from './referral-machine.ts'

type Asking = Pick<Actor, 'organizationId' | 'contactId' | 'roles'>
export interface Between {
  senderOrganizationId: string
  recipientOrganizationId: string
  status: ReferralStatus
}

/** What an account is to a referral: nothing for those of third organizations and for roles without casework. */
export function partiesOf(actor: Asking, referral: Omit<Between, 'status'>): Party[] {
  if (!doesCasework(actor)) return []
  const isSender = actor.organizationId === referral.senderOrganizationId
  return [
    ...(isSender ? (['sender'] as const) : []),
    ...(isSender && hasRole(actor, 'organization-admin') ? (['senderAdmin'] as const) : []),
    ...(actor.organizationId === referral.recipientOrganizationId ? (['recipient'] as const) : []),
  ]
}

/** A draft is its sender's alone; one entered in error is kept for the sender's admins. Others get a 404. */
export function maySeeReferral(who: readonly Party[], status: ReferralStatus) {
  if (status === 'Entered In Error') return who.includes('senderAdmin')
  if (status === 'Draft') return who.includes('sender')
  return who.includes('sender') || who.includes('recipient')
}

/** Once recalled, the recipient knows that there was a referral, and nothing about whom. */
export const maySeePerson = (who: readonly Party[], status: ReferralStatus) =>
  maySeeReferral(who, status) && (who.includes('sender') || status !== 'Recalled')

export const mayWriteMessage = (who: readonly Party[], status: ReferralStatus) =>
  status !== 'Draft' && status !== 'Entered In Error' && maySeePerson(who, status)

const dayLength = 24 * 60 * 60 * 1000
export const isReopenable = (endedOn: string, now = new Date()) =>
  now.getTime() - Date.parse(endedOn) <= reopenDays * dayLength

/** The actions that a screen may offer: the table's, without those whose time is over. */
export const offeredActions = (
  referral: { status: ReferralStatus; statusChangedOn: string; isReopened: boolean },
  who: readonly Party[],
  now = new Date(),
): ReferralAction[] =>
  actionsFrom(referral.status, who).filter(
    (action) => action !== 'reopen' || (!referral.isReopened && isReopenable(referral.statusChangedOn, now)),
  )
