import {
  AttributionControl,
  type GeoJSONSource,
  type LngLatBoundsLike,
  Map as MapLibre,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl'
import worker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Box } from '#directory/services/service-search.ts'
import type { MapTown } from '../service-map.ts'
import { type BaseMap, emptyStyle, TOWNS, townPoints } from './base-map.ts'

setWorkerUrl(worker)

export interface View extends Box {
  zoom: number
}

/** The contiguous states. */
const country: Box = { west: -125, south: 24, east: -66.5, north: 50 }
const MAX_ZOOM = 18
/** Closer than this, an answer is a street corner without its town. */
const FIT_ZOOM = 13

const boundsOf = ({ west, south, east, north }: Box): LngLatBoundsLike => [west, south, east, north]

const viewOf = (map: MapLibre): View => {
  const bounds = map.getBounds()
  const inside = (degrees: number, most: number) => Math.max(-most, Math.min(most, degrees))
  return {
    west: inside(bounds.getWest(), 180),
    south: inside(bounds.getSouth(), 85),
    east: inside(bounds.getEast(), 180),
    north: inside(bounds.getNorth(), 85),
    zoom: map.getZoom(),
  }
}

/** Marks a movement that nobody made by hand. */
export const BY_ITSELF = { isByItself: true }

/** @param isExact the box was in view before; otherwise what is at its edges needs room */
const fitting = (isExact: boolean) => (isExact ? { padding: 0, maxZoom: MAX_ZOOM } : { padding: 48, maxZoom: FIT_ZOOM })

/** Brings a part of the map into view; with reduced motion at once. */
export const showBox = (map: MapLibre, box: Box, options: { isExact: boolean; maxZoom?: number }) =>
  map.fitBounds(boundsOf(box), { ...fitting(options.isExact), ...options }, BY_ITSELF)

/** Moves the map to a point that is not in view. */
export function bringIntoView(map: MapLibre, { longitude, latitude }: { longitude: number; latitude: number }) {
  const center: [number, number] = [longitude, latitude]
  if (!map.getBounds().contains(center)) map.easeTo({ center }, BY_ITSELF)
}

const COLORS = ['data-mantine-color-scheme', 'data-contrast']

/**
 * A map in a container.
 * @returns what is in view, after each movement; whether a person moved the map since `settle` was called
 */
export function useMap(given: { start: Box | null; isExact: boolean; locale: Record<string, string> }) {
  const container = useRef<HTMLDivElement>(null)
  const begun = useRef(given)
  const [map, setMap] = useState<MapLibre | null>(null)
  const [view, setView] = useState<View | null>(null)
  const [isMoved, setMoved] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (!container.current) return
    try {
      const made = new MapLibre({
        ...{ container: container.current, style: emptyStyle(), locale: begun.current.locale },
        ...{ bounds: boundsOf(begun.current.start ?? country), fitBoundsOptions: fitting(begun.current.isExact) },
        ...{ minZoom: 2, maxZoom: MAX_ZOOM, renderWorldCopies: false, attributionControl: false },
        ...{ dragRotate: false, pitchWithRotate: false, touchPitch: false, rollEnabled: false },
      })
      made.addControl(new AttributionControl({ compact: false }))
      // Close up, the counties that come with the portal show nothing by which to tell a distance.
      made.addControl(new ScaleControl({ unit: 'imperial' }))
      made.touchZoomRotate.disableRotation()
      made.keyboard.disableRotation()
      let isResized = false
      made.on('resize', () => {
        isResized = true
      })
      made.on('moveend', (event) => {
        setView(viewOf(made))
        // Another size of the page moves the map too.
        if (!isResized && !('isByItself' in event)) setMoved(true)
        isResized = false
      })
      setView(viewOf(made))
      setMap(made)
      return () => made.remove()
    } catch (error) {
      setFailure(error)
    }
  }, [])
  if (failure) throw failure
  const settle = useCallback(() => setMoved(false), [])
  return { container, map, view, isMoved, settle }
}

/** Draws the base map in the colors of the page, and again when they change. */
export function useBaseMap(map: MapLibre | null, base: BaseMap | undefined, towns: MapTown[]) {
  const shown = useRef(towns)
  shown.current = towns
  useEffect(() => {
    if (!map || !base) return
    const paint = () => map.setStyle(base.style(shown.current))
    paint()
    const colors = new MutationObserver(paint)
    colors.observe(document.documentElement, { attributeFilter: COLORS })
    return () => colors.disconnect()
  }, [map, base])
  useEffect(() => {
    const show = () => void map?.getSource<GeoJSONSource>(TOWNS)?.setData(townPoints(towns))
    if (map?.getSource(TOWNS)) show()
    else map?.once('styledata', show)
  }, [map, towns])
}
