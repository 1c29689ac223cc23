import type { AreaName } from '#directory/places/area.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import type { Place, Reach } from './service-search.ts'

/** Gives a text of the directory in the reader's language, in the browser or on the server. */
export type Say = (key: string, values: Record<string, unknown>) => string

const ways = { place: 'ByPlace', phone: 'ByPhone', online: 'ByOnline' } as const
const waysAnywhere = { place: 'byPlace', phone: 'byPhone', online: 'byOnline' } as const

/** Whom a service helps by where they live. */
export function sayReach(reach: Reach, say: Say, language: string) {
  const [first] = reach.areas
  if (reach.basis === 'source') return say('reach.source', { areas: sayAreas(reach, say, language) })
  if (reach.isHere && first) return say(`reach.here${ways[reach.way]}`, { area: sayArea(first, 'allOf', say) })
  if (reach.isHere === false) return say('reach.elsewhere', { areas: sayAreas(reach, say, language) })
  return say(`reach.${waysAnywhere[reach.way]}`, { areas: sayAreas(reach, say, language) })
}

/** A county is named differently in Spanish, a parish or borough is not. */
function sayArea({ kind, name }: AreaName, how: 'area' | 'allOf', say: Say) {
  const short = name.replace(/ County$/, '')
  return say(`reach.${how}.${kind === 'county' && short === name ? 'otherCounty' : kind}`, { name, short })
}

/** What stands in place of the name and address of a confidential place; empty for any other. */
export function confidentialName({ isConfidential, area }: Pick<Place, 'isConfidential' | 'area'>, say: Say) {
  if (!isConfidential) return ''
  return area
    ? say('service.confidentialIn', { area: sayArea(area, 'area', say) })
    : say('service.confidentialPlace', {})
}

/** The first areas that a service helps in, and how many more there are. */
export function sayAreas({ areas, areaCount }: Pick<Reach, 'areas' | 'areaCount'>, say: Say, language: string) {
  const names = areas.map((area) => sayArea(area, 'area', say))
  const more = areaCount - names.length
  return more > 0
    ? say('reach.andMore', { areas: names.join(', '), count: more })
    : new Intl.ListFormat(localeOf(language)).format(names)
}
