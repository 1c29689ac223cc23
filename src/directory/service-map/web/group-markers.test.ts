import { expect, it } from 'vitest'
import type { ServiceItem } from '#directory/services/service-search.ts'
import { cellOf, degreesOf, squareOf } from '../mercator.ts'
import { groupMarkers } from './group-markers.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })
const item = (id: string, place: object | null) =>
  ({ id, name: `Service ${id}`, place: place && { id: `place ${id}`, isApproximate: false, ...place } }) as ServiceItem
const place = (id: string, point: object) => ({
  ...{
    serviceId: id,
    locationId: `place ${id}`,
    name: `Service ${id}`,
    isApproximate: false,
    latitude: 0,
    longitude: 0,
  },
  ...point,
})
/** A map of 100 pixels for a degree. */
const project = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
  x: longitude * 100,
  y: -latitude * 100,
})
const drawn = (items: ServiceItem[], found: Parameters<typeof groupMarkers>[1]) =>
  groupMarkers(items, found, project).map((marker) =>
    'more' in marker
      ? `${marker.more} more`
      : marker.spots.map(({ serviceId, number }) => `${serviceId}#${number}`).join(' '),
  )
const answer = { level: 8, cells: [], places: [], total: 0, isTooMany: false }

it('DIR-05 the markers have the numbers of the list, in its order; what is close together is one', () => {
  const items = [
    item('a', at(40, -80)),
    item('b', null),
    item('c', at(41, -80)),
    item('d', at(40.1, -80)),
    item('e', { ...at(42, -80), isConfidential: true }),
    item('f', { latitude: null, longitude: null }),
  ]
  const places = [place('a', at(40, -80)), place('z', at(41.2, -80)), place('y', at(43, -80))]
  expect(drawn(items, { ...answer, places })).toEqual(['a#1 d#4', 'c#3 z#null', 'y#null'])
  expect(drawn(items, undefined)).toEqual(['a#1 d#4', 'c#3'])
})

it('DIR-05 another place of a service in the list has its number, and is not the same marker', () => {
  const items = [item('a', at(40, -80))]
  const places = [place('a', at(40, -80)), place('a', { ...at(42, -80), locationId: 'second' })]
  expect(drawn(items, { ...answer, places })).toEqual(['a#1', 'a#1'])
})

it('DIR-05 a cell counts only what the list does not show', () => {
  const items = [item('a', at(40, -80)), item('b', at(40.001, -80)), item('c', at(10, 10))]
  const cell = { ...cellOf(at(40, -80), 8), latitude: 40, longitude: -80 }
  expect(drawn(items, { ...answer, cells: [{ ...cell, count: 12 }] })).toEqual(['a#1 b#2', 'c#3', '10 more'])
  expect(drawn(items, { ...answer, cells: [{ ...cell, count: 2 }] })).toEqual(['a#1 b#2', 'c#3'])
})

it('DIR-05 a square and its degrees lead back to each other', () => {
  for (const point of [at(42.88, -78.87), at(-14.27, -170.7), at(71.2, -156.8), at(0, 0)]) {
    const { x, y } = squareOf(point)
    const back = degreesOf(x + 0.5, y + 0.5)
    expect(back.latitude).toBeCloseTo(point.latitude, 4)
    expect(back.longitude).toBeCloseTo(point.longitude, 4)
  }
  expect(squareOf(at(90, 200))).toEqual({ x: 2 ** 24 - 1, y: squareOf(at(85.05, 0)).y })
})
