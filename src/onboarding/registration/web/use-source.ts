import { useSearchParams } from 'react-router'
import { partnerOf } from '#platform/web/configuration.ts'

/** The partner whose link brought the reader here, and the query string that keeps it in links. */
export function useSource() {
  const [query] = useSearchParams()
  const partner = partnerOf(query.get('source'))
  return { partner, keep: partner ? `?source=${encodeURIComponent(partner.source)}` : '' }
}
