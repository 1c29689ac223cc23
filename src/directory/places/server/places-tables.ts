import { z } from 'zod'
import type { TableFor } from '#platform/server/database.ts'

const CountyRow = z.object({
  fips: z.string(),
  name: z.string(),
  state: z.string(),
})

const PlaceRow = z.object({
  zip: z.string(),
  town: z.string(),
  state: z.string(),
  countyFips: z.string().nullable(),
  latitude: z.number(),
  longitude: z.number(),
  timeZone: z.string(),
})

const PlaceFileRow = z.object({
  name: z.string(),
  hash: z.string(),
})

/** The tables that only this feature writes. */
export const placesTables: Record<string, z.ZodObject> = {
  county: CountyRow,
  place: PlaceRow,
  place_file: PlaceFileRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    county: TableFor<z.infer<typeof CountyRow>>
    place: TableFor<z.infer<typeof PlaceRow>>
    placeFile: TableFor<z.infer<typeof PlaceFileRow>>
  }
}
