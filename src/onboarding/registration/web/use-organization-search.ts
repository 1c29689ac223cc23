import { useEffect, useState } from 'react'
import { api } from '#platform/web/api.ts'

export interface OrganizationName {
  id: string
  name: string
}
interface Found {
  /** The text for which these were found; null before the first response. */
  text: string | null
  organizations: OrganizationName[]
  hasFailed: boolean
}

const MIN = 3
const WAIT_MS = 500
const none: Found = { text: null, organizations: [], hasFailed: false }

/**
 * Existing organizations whose names match the typed text: from three characters, half a second after the last one. A
 * new search cancels the previous one, and late responses are ignored.
 */
export function useOrganizationSearch(typed: string, isOn: boolean) {
  const text = typed.trim()
  const isLongEnough = isOn && [...text].length >= MIN
  const [found, setFound] = useState<Found>(none)
  useEffect(() => {
    if (!isLongEnough) return setFound(none)
    const search = new AbortController()
    const ask = async () => {
      const options = { query: { name: text }, signal: search.signal, quiet: true }
      const answer = await api
        .get<{ items: OrganizationName[] }>('/api/organization/autocomplete', options)
        .catch(() => null)
      if (!search.signal.aborted) setFound({ text, organizations: answer?.items ?? [], hasFailed: !answer })
    }
    const timer = setTimeout(ask, WAIT_MS)
    return () => {
      clearTimeout(timer)
      search.abort()
    }
  }, [text, isLongEnough])
  return {
    organizations: isLongEnough ? found.organizations : [],
    isSearching: isLongEnough && found.text !== text,
    hasFailed: isLongEnough && found.text === text && found.hasFailed,
  }
}
