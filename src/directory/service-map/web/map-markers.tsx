import i18next from 'i18next'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '#platform/schema/locale-of.ts'
import type { Marker } from './group-markers.ts'
import classes from './map.module.css'
import { bringIntoView } from './use-map.ts'

interface MapMarkersProps {
  map: MapLibre
  markers: Marker[]
  selectedId: string | null
  onPress: (marker: Marker) => void
}

/** More markers would be too many stops for the keyboard; the list has them all. */
const MOST_STOPS = 25
const NAMED = 3

/** The markers over the map, in the order of the list. */
export function MapMarkers({ map, markers, selectedId, onPress }: MapMarkersProps) {
  const layer = useRef<HTMLDivElement>(null)
  const label = useLabel()
  useEffect(() => {
    const place = () => {
      for (const [i, { longitude, latitude }] of markers.entries()) {
        const { x, y } = map.project([longitude, latitude])
        const button = layer.current?.children[i] as HTMLElement | undefined
        button?.style.setProperty('transform', `translate(${x}px, ${y}px) translate(-50%, -50%)`)
      }
    }
    place()
    map.on('move', place)
    map.on('resize', place)
    return () => {
      map.off('move', place)
      map.off('resize', place)
    }
  }, [map, markers])
  return (
    <div ref={layer} className={classes.markers}>
      {markers.map((marker) => (
        <button
          key={marker.key}
          type="button"
          className={classes.marker}
          data-kind={kindOf(marker)}
          data-selected={isOf(marker, selectedId) || undefined}
          tabIndex={markers.length > MOST_STOPS ? -1 : 0}
          aria-label={label(marker)}
          onFocus={() => bringIntoView(map, marker)}
          onClick={() => onPress(marker)}
        >
          {shortLabel(marker)}
        </button>
      ))}
    </div>
  )
}

const kindOf = (marker: Marker) =>
  'more' in marker ? 'cell' : marker.spots.some(({ number }) => number !== null) ? 'listed' : 'other'
const isOf = (marker: Marker, serviceId: string | null) =>
  'spots' in marker && marker.spots.some((spot) => spot.serviceId === serviceId)

/** `3`, or `1 +4`: the first of the list, and how many others; only how many, if none is in the list. */
function shortLabel(marker: Marker) {
  if ('more' in marker) return marker.more.toLocaleString(localeOf(i18next.language))
  const [{ number }, ...others] = marker.spots
  if (number === null) return others.length ? marker.spots.length : ''
  return others.length ? `${number} +${others.length}` : number
}

function useLabel() {
  const { t } = useTranslation('service-map')
  return (marker: Marker) => {
    // The name begins with what is to be seen, for those who speak it.
    const shown = shortLabel(marker)
    if ('more' in marker) return t('marker.cell', { count: marker.more, shown })
    const { spots } = marker
    const named = spots.map(({ number, name }) => (number === null ? name : t('marker.one', { number, name })))
    if (named.length === 1) return named[0]
    const names = named.slice(0, NAMED).join(', ')
    const left = named.length - NAMED
    return t('marker.several', {
      shown,
      count: named.length,
      names: left > 0 ? t('marker.and', { names, count: left }) : names,
    })
  }
}
