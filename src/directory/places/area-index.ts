import { countyKey, plainName, townKey } from './area.ts'
import { stateOfAddress } from './states.ts'

const kindOfCounty = /\s+(county|parish|borough|census area|municipio|municipality)$/i
const kindBefore = /^(county|parish|municipality|city and borough) of\s+/i

/** A county's name without what kind of county it is. An independent city keeps `city`: it is not the county of that name. */
export const plainCounty = (name: string) =>
  plainName(name.trim().replace(kindOfCounty, '').replace(kindBefore, ''))

/** All counties and towns by their plain names. */
export class AreaIndex {
  /** Plain name → state → key. */
  readonly #counties = new Map<string, Map<string, string>>()
  readonly #towns = new Set<string>()

  constructor(counties: { fips: string; name: string }[], towns: { town: string; state: string }[]) {
    for (const { fips, name } of counties) {
      const plain = plainCounty(name)
      const states = this.#counties.get(plain) ?? new Map<string, string>()
      this.#counties.set(plain, states.set(fips.slice(0, 2), countyKey(fips)))
    }
    for (const { town, state } of towns) {
      const fips = stateOfAddress(state)?.fips
      if (fips) this.#towns.add(townKey(fips, town))
    }
  }

  /** The counties of this name, by state. */
  countiesOf(name: string): ReadonlyMap<string, string> {
    return this.#counties.get(plainCounty(name)) ?? new Map<string, string>()
  }

  /** The town of this name in a state. */
  townOf(name: string, stateFips: string): string | null {
    const key = townKey(stateFips, name.trim().replace(/^(city|town|village|township) of\s+/i, ''))
    return this.#towns.has(key) ? key : null
  }
}
