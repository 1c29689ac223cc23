import type { ComponentType } from 'react'
import type { Relaxed, ServiceItem } from '../service-search.ts'
import type { Filters } from './use-directory-search.ts'

/** What the map of the results shows; it is another feature. */
export interface ResultsMapProps {
  /** The items of the list, in its order; their numbers start with 1. */
  items: ServiceItem[]
  /** Another search is under way: these are not its items. */
  isStale: boolean
  filters: Filters
  relaxed: Relaxed[]
  selectedId: string | null
  onSelect: (serviceId: string | null) => void
  /** Called when there is a map: only then the list has numbers. */
  onDrawn: () => void
  /** Searches what is in view: `west,south,east,north`. */
  onSearchArea: (bbox: string) => void
}
export interface MapParts {
  ResultsMap: ComponentType<ResultsMapProps>
}

/** Where an item is on the map; null if it has no place there, or a confidential one, also for those who know it. */
export const pointOf = ({ place }: ServiceItem) =>
  place && !place.isConfidential && place.latitude !== null && place.longitude !== null
    ? { latitude: place.latitude, longitude: place.longitude }
    : null
