import { useSearchParams } from 'react-router'
import { CompletionMessage } from './completion-message.tsx'
import { useSource } from './use-source.ts'

/** /registration/completion: shown after a registration was sent. */
export function Screen() {
  const [query] = useSearchParams()
  const { partner } = useSource()
  const isAsked = (name: string) => ![null, 'false'].includes(query.get(name))
  return (
    <CompletionMessage
      isReviewed={isAsked('verificationRequired') && !partner}
      partner={partner}
      address={isAsked('confirmationRequired') ? 'unconfirmed' : 'unknown'}
    />
  )
}
