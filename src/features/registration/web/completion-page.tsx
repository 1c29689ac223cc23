import { useSearchParams } from 'react-router'
import { CompletionMessage } from './completion-message.tsx'
import { useSource } from './use-source.ts'

/** /registration/completion: where a registration that was sent ends. */
export function Screen() {
  const [query] = useSearchParams()
  const { partner } = useSource()
  const asked = query.get('verificationRequired')
  return <CompletionMessage isReviewed={asked !== null && asked !== 'false'} partner={partner} mustConfirm />
}
