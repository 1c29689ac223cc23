import { z } from 'zod'
import { BoxText, relaxations, ServiceQuery } from '#directory/services/service-search.ts'
import { Id } from '#platform/schema/fields.ts'

/** An answer holds at most so many cells. */
export const MAX_CELLS = 300
/** So few places are returned one by one at any zoom. */
export const FEW_PLACES = 200
/** A search that finds more services in the view is not drawn; the answer only says that. */
export const MAX_POINTS = 50_000
export const MAX_ZOOM = 22

const list = (v: unknown) => (v === undefined || Array.isArray(v) ? v : [v])

/** The filters of the list, and what of the map is in view. */
export const MapQuery = ServiceQuery.pick({
  text: true,
  near: true,
  radius: true,
  category: true,
  need: true,
  openNow: true,
  language: true,
  free: true,
  age: true,
  takesReferrals: true,
  takesPeople: true,
  organizationId: true,
  bbox: true,
}).extend({
  view: BoxText.meta({ title: 'The part of the map in view: west,south,east,north' }),
  zoom: z.coerce.number().min(0).max(MAX_ZOOM).meta({ title: 'Zoom; at 0 the world is 512 pixels wide' }),
  relaxed: z
    .preprocess(list, z.array(z.enum(relaxations)).max(relaxations.length).default([]))
    .meta({ title: 'What the list relaxed, because nothing matched everything' }),
})
export type MapQuery = z.infer<typeof MapQuery>

/**
 * Several services in one of 2^level × 2^level cells of the world. The position is the middle of what is in it, which
 * never includes a confidential place.
 */
export const MapCell = z.object({
  x: z.number().int(),
  y: z.number().int(),
  count: z.number().int(),
  latitude: z.number(),
  longitude: z.number(),
})
export type MapCell = z.infer<typeof MapCell>

/** A service at a place. `isApproximate`: only the ZIP code is known. */
export const MapPlace = z.object({
  serviceId: Id,
  locationId: Id,
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  isApproximate: z.boolean(),
})
export type MapPlace = z.infer<typeof MapPlace>

/** Where the base map comes from; without either, the counties that come with the portal. */
export const MapBase = z.object({
  styleUrl: z.string().nullable(),
  hasTiles: z.boolean(),
})
export type MapBase = z.infer<typeof MapBase>

export const MapTown = z.object({ name: z.string(), latitude: z.number(), longitude: z.number() })
export type MapTown = z.infer<typeof MapTown>

export const ServiceMap = z.object({
  level: z.number().int(),
  cells: z.array(MapCell),
  places: z.array(MapPlace),
  /** Services at places in view; counting stops above 50,000. */
  total: z.number().int(),
  /** Nothing is drawn, because too many services are in view. */
  isTooMany: z.boolean(),
})
export type ServiceMap = z.infer<typeof ServiceMap>
