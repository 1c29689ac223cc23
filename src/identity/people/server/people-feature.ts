import type { ServerFeature } from '#platform/server/feature.ts'
import { peopleTables } from './people-tables.ts'

/** The records of people: those who work with the portal and those who are served. */
export const peopleFeature: ServerFeature = { name: 'people', tables: peopleTables }
