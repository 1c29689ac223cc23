import type { ServerFeature } from '#platform/server/feature.ts'
import { peopleTables } from './people-tables.ts'

/** The records of people, of those who work with the portal as of those who are served. */
export const peopleFeature: ServerFeature = { name: 'people', tables: peopleTables }
