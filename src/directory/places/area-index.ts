import { countyKey, plainName, townKey } from './area.ts'
import { stateOfAddress } from './states.ts'

const kindOfCounty = /\s+(county|parish|borough|census area|municipio|municipality)$/i
/** What only one state calls its counties. */
const onlyIn: [RegExp, string][] = [
  [/\bparish\b/i, '22'],
  [/\b(borough|census area)\b/i, '02'],
  [/\bmunicipio\b/i, '72'],
]
const kindBefore = /^(county|parish|municipality|city and borough) of\s+/i

/** A county's name without what kind of county it is. An independent city keeps `city`: it is not the county of that name. */
export const plainCounty = (name: string) => plainName(name.trim().replace(kindOfCounty, '').replace(kindBefore, ''))

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
    const found = this.#counties.get(plainCounty(name)) ?? new Map<string, string>()
    const only = onlyIn.find(([kind]) => kind.test(name))?.[1]
    return only ? new Map([...found].filter(([state]) => state === only)) : found
  }

  /** The town of this name in a state. */
  townOf(name: string, stateFips: string): string | null {
    const plain = name.trim().replace(/^(city|town|village|township) of\s+/i, '')
    const keys = [plain, plain.replace(/\s+city$/i, '')].map((each) => townKey(stateFips, each))
    return keys.find((key) => this.#towns.has(key)) ?? null
  }
}
