import { ActionIcon, Button } from '@mantine/core'
import { IconMinus, IconPlus, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Map as MapLibre } from 'maplibre-gl'
import { localeOf } from '#platform/schema/locale-of.ts'
import 'maplibre-gl/dist/maplibre-gl.css'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Box, readBox } from '#directory/services/service-search.ts'
import { pointOf, type ResultsMapProps } from '#directory/services/web/map-parts-public.ts'
import { api } from '#platform/web/api.ts'
import { MAX_POINTS, type MapTown, type ServiceMap } from '../service-map.ts'
import { loadBaseMap, TOWN_ZOOM } from './base-map.ts'
import { groupMarkers, listedSpots, type Marker, type Spot } from './group-markers.ts'
import classes from './map.module.css'
import { MapMarkers } from './map-markers.tsx'
import { OpenedSpots } from './opened-spots.tsx'
import { bringIntoView, showBox, useBaseMap, useMap, type View } from './use-map.ts'

const asText = ({ west, south, east, north }: Box) => [west, south, east, north].map((n) => n.toFixed(4)).join(',')

/** A box around points; null without any. */
function boxAround(points: { latitude: number; longitude: number }[]): Box | null {
  if (!points.length) return null
  const [latitudes, longitudes] = [points.map((p) => p.latitude), points.map((p) => p.longitude)]
  return {
    ...{ west: Math.min(...longitudes), east: Math.max(...longitudes) },
    ...{ south: Math.min(...latitudes), north: Math.max(...latitudes) },
  }
}

const searchedBox = ({ bbox }: ResultsMapProps['filters']) => (bbox ? readBox(bbox) : null)

/** Zooming in further would not tell these apart. */
const CLOSEST = 16
const CELL_ZOOM = 2.5

/** The results on a map: those of the list with their numbers, and how many more there are. */
export function MapView(props: ResultsMapProps) {
  const { items, filters, relaxed, selectedId, onSearchArea, onDrawn } = props
  const { t } = useTranslation('service-map')
  const keys = useId()
  const searched = searchedBox(filters)
  const { container, map, view, isMoved, settle } = useMap({
    start: searched ?? boxAround(listedSpots(items)),
    isExact: searched !== null,
    locale: {
      'Map.Title': t('title'),
      'ScaleControl.Feet': t('feet'),
    },
  })
  useDrawnBase(map, view)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there is a map
  useEffect(() => {
    if (map) onDrawn()
  }, [map])
  const found = useFound(filters, relaxed, view)
  const { opened, open, close } = useOpened(map, props)
  useFollow(map, props, settle)
  const markers = useMemo(
    // The view is not read here, but where a point is on the screen depends on it.
    () =>
      map && view
        ? groupMarkers(items, filters.contactId ? undefined : found.data, ({ longitude, latitude }) =>
            map.project([longitude, latitude]),
          )
        : [],
    [map, view, items, filters.contactId, found.data],
  )
  const press = (marker: Marker) => {
    if (!map) return
    const { longitude, latitude } = marker
    if ('more' in marker) map.easeTo({ center: [longitude, latitude], zoom: map.getZoom() + CELL_ZOOM })
    else if (marker.spots.length === 1 || isOneSpot(marker.spots) || map.getZoom() >= CLOSEST) open(marker.spots)
    else spread(map, marker.spots)
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !opened) return
    event.stopPropagation()
    close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape reaches it from everything that is in it
    <div data-map className={classes.view} onKeyDown={closeOnEscape}>
      <div className={classes.frame}>
        <div ref={container} className={classes.canvas} aria-describedby={keys} />
        {map && <MapMarkers map={map} markers={markers} selectedId={selectedId} onPress={press} />}
        <div className={classes.zoom}>
          <ActionIcon variant="default" size={44} aria-label={t('zoomIn')} onClick={() => map?.zoomIn()}>
            <IconPlus size={20} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" size={44} aria-label={t('zoomOut')} onClick={() => map?.zoomOut()}>
            <IconMinus size={20} aria-hidden />
          </ActionIcon>
        </div>
        {isMoved && view && (
          <Button
            className={classes.searchArea}
            leftSection={<IconSearch size={18} aria-hidden />}
            onClick={() => onSearchArea(asText(view))}
          >
            {t('searchArea')}
          </Button>
        )}
        {opened && <OpenedSpots key={opened[0]?.serviceId} spots={opened} close={close} />}
      </div>
      <Notes
        items={items}
        isForPerson={Boolean(filters.contactId)}
        found={found.data}
        isFailed={found.isError}
        keys={keys}
      />
    </div>
  )
}

/** Zooms in until services that are close together come apart. */
function spread(map: MapLibre, spots: Spot[]) {
  const box = boxAround(spots)
  if (box) showBox(map, box, { isExact: false, maxZoom: CLOSEST })
}

const NO_TOWNS: MapTown[] = []

/** Loads and draws the base map, with the towns in view if it does not name them itself. */
function useDrawnBase(map: MapLibre | null, view: View | null) {
  const { i18n } = useTranslation()
  const base = useQuery({
    queryKey: ['base-map', i18n.language],
    queryFn: ({ signal }) => loadBaseMap(i18n.language, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const towns = useQuery({
    queryKey: ['map-towns', view && asText(view)],
    queryFn: async ({ signal }) => {
      const query = { view: view && asText(view) }
      return (await api.get<{ items: MapTown[] }>('/api/service/map/towns', { query, signal, quiet: true })).items
    },
    enabled: base.data?.needsTowns === true && view !== null && view.zoom >= TOWN_ZOOM,
    placeholderData: keepPreviousData,
  })
  useBaseMap(map, base.data, towns.data ?? NO_TOWNS)
}

const isOneSpot = (spots: Spot[]) =>
  spots.every(({ latitude, longitude }) => latitude === spots[0]?.latitude && longitude === spots[0]?.longitude)

/** What the search finds in view. Not for a person: who needs what must be in no address; the list has it. */
const useFound = (filters: ResultsMapProps['filters'], relaxed: ResultsMapProps['relaxed'], view: View | null) =>
  useQuery({
    queryKey: ['service-map', filters, relaxed, view && asText(view)],
    queryFn: ({ signal }) =>
      api.get<ServiceMap>('/api/service/map', {
        query: { ...filters, relaxed, view: view && asText(view), zoom: view?.zoom },
        signal,
        quiet: true,
      }),
    enabled: view !== null && !filters.contactId,
    placeholderData: keepPreviousData,
  })

/** The services of a marker that was pressed, or of the number that was pressed in the list. */
function useOpened(map: MapLibre | null, { items, selectedId, onSelect }: ResultsMapProps) {
  const [opened, setOpened] = useState<Spot[] | null>(null)
  const pressed = useRef<Element | null>(null)
  const listed = useRef(items)
  listed.current = items
  const open = (spots: Spot[]) => {
    pressed.current = document.activeElement
    setOpened(spots)
    onSelect(spots.length === 1 && spots[0]?.number ? spots[0].serviceId : null)
  }
  const close = () => {
    setOpened(null)
    onSelect(null)
    const back = pressed.current?.isConnected ? pressed.current : map?.getCanvas()
    if (back instanceof HTMLElement) back.focus({ preventScroll: true })
  }
  useEffect(() => {
    const spot = listedSpots(listed.current).find(({ serviceId }) => serviceId === selectedId)
    if (!map || !spot || opened?.some(({ serviceId }) => serviceId === selectedId)) return
    pressed.current = document.activeElement
    setOpened([spot])
    bringIntoView(map, spot)
  }, [map, selectedId, opened])
  return { opened, open, close }
}

/** Brings the results of another search into view. */
function useFollow(map: MapLibre | null, { items, isStale, filters }: ResultsMapProps, settle: () => void) {
  const search = JSON.stringify(filters)
  const followed = useRef(search)
  useEffect(() => {
    if (!map || isStale || followed.current === search) return
    followed.current = search
    settle()
    const searched = searchedBox(filters)
    const box = searched ?? boxAround(listedSpots(items))
    if (box) showBox(map, box, { isExact: searched !== null })
  }, [map, items, isStale, filters, search, settle])
}

interface NotesProps {
  items: ResultsMapProps['items']
  isForPerson: boolean
  found: ServiceMap | undefined
  isFailed: boolean
  /** The identifier of the sentence about the keys. */
  keys: string
}

/** What the map does not show by itself. */
function Notes({ items, isForPerson, found, isFailed, keys }: NotesProps) {
  const { t, i18n } = useTranslation('service-map')
  const numbers = items.flatMap((item, index) => (pointOf(item) ? [] : [index + 1]))
  return (
    <div className={classes.notes}>
      <p role="status">
        {isForPerson
          ? t('onlyListed')
          : isFailed
            ? t('failed')
            : found?.isTooMany
              ? t('tooMany', { most: MAX_POINTS.toLocaleString(localeOf(i18n.language)) })
              : found && t('inView', { count: found.total })}
      </p>
      {numbers.length > 0 && <p>{t('withoutPlace', { numbers: numbers.join(', ') })}</p>}
      <p id={keys}>{t('keys')}</p>
    </div>
  )
}
