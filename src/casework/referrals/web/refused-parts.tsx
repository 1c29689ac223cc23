import type { DirectReferralContact } from '../referral-call.ts'
import { InvitedContact } from './invited-contact.tsx'
import { useDestination } from './referral-calls.ts'

const CONTACT = 'directReferralContact'

interface RefusedPartsProps {
  recipient: { id: string; name: string }
  contact: DirectReferralContact | null
  errors: Record<string, string>
  /** the paths that have a field of their own */
  fields: readonly string[]
  onContact: (contact: DirectReferralContact) => void
}

/**
 * What a refusal says of a recipient that is not selected here: it may take no more referrals, or have lost its last
 * account since. Then it is asked whom to invite.
 */
export function RefusedParts({ recipient, contact, errors, fields, onContact }: RefusedPartsProps) {
  const asksContact = contact !== null || Object.keys(errors).some((path) => path.split('.')[0] === CONTACT)
  const { data, isPending } = useDestination(asksContact ? recipient.id : null)
  const rest = Object.entries(errors).filter(([path]) => !fields.includes(path) && path.split('.')[0] !== CONTACT)
  return (
    <>
      {rest.map(([path, message]) => (
        <p key={path} role="alert">
          {message}
        </p>
      ))}
      {asksContact && !isPending && (
        <InvitedContact
          organization={recipient.name}
          suggested={data?.suggestedContact ?? null}
          value={contact}
          errors={errors}
          prefix=""
          onChange={onContact}
        />
      )}
    </>
  )
}
