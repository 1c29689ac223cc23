/**
 * The poverty guidelines of the Department of Health and Human Services, in dollars a year: for one person, and for each
 * more. Replace them every January: https://aspe.hhs.gov/poverty-guidelines, Federal Register 2026-00755.
 */
const guidelines = {
  contiguous: { first: 15_960, more: 5680 },
  hawaii: { first: 18_360, more: 6530 },
  alaska: { first: 19_950, more: 7100 },
}

const regionOfState: Record<string, keyof typeof guidelines> = { '02': 'alaska', '15': 'hawaii' }

const povertyLevel = (region: keyof typeof guidelines, people: number) =>
  guidelines[region].first + guidelines[region].more * (people - 1)

/** What share of the poverty level an income is, in percent; a range where something is not known. */
export interface PovertyShare {
  least: number
  most: number
}

/**
 * @param income dollars a year
 * @param people the size of the household; null: not known
 * @param stateFips null: not known
 */
export function povertyShare(income: number, people: number | null, stateFips: string | null): PovertyShare {
  const region = stateFips === null ? null : (regionOfState[stateFips] ?? 'contiguous')
  const share = (level: number) => (100 * income) / level
  return {
    least: people === null ? 0 : share(povertyLevel(region ?? 'alaska', people)),
    most: share(povertyLevel(region ?? 'contiguous', people ?? 1)),
  }
}
