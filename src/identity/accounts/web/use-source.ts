import { useSearchParams } from 'react-router'
import { partnerOf } from '#platform/web/configuration.ts'

/** The partner whose link brought the reader here, and its query string for the next links. */
export function useSource() {
  const [query] = useSearchParams()
  const source = query.get('source')?.toLowerCase() ?? null
  return {
    source,
    partner: partnerOf(source),
    keepSource: (path: string) => (source ? `${path}?source=${encodeURIComponent(source)}` : path),
  }
}
