import { firstNames, lastNames } from './made-people.ts'
import { capital, madeId, oneOf } from './made-tickets.ts'
import { numbersFrom, type Random, vocabulary, zipf } from './ticket-words.ts'

const two = (value: number) => String(value).padStart(2, '0')

export interface MadeClient {
  id: string
  /** index of the organization that keeps the record */
  organization: number
  firstName: string
  lastName: string
  birthDate: string
  email: string | null
  address1: string
  postalCode: string
  phone: string
  /** of the consent and of the intake */
  ids: [consent: string, intake: string]
  hasIntake: boolean
}

/** Some names are frequent, most are rare. */
function makeNames(random: Random) {
  const firsts = [...firstNames, ...vocabulary.slice(2_000, 4_000).map(capital)]
  const lasts = [...lastNames, ...vocabulary.slice(4_000, 24_000).map(capital)]
  const [first, last] = [zipf(firsts.length, random, 0.9, 8), zipf(lasts.length, random, 0.8, 12)]
  return () => ({ firstName: firsts[first()] ?? '', lastName: lasts[last()] ?? '' })
}

/**
 * People on record: a fifth of them at the first organization, the others at organizations of very different sizes.
 * Three of ten have an intake. The same count gives the same people.
 */
export function* makeClients(count: number, organizations: number): Generator<MadeClient> {
  const random = numbersFrom(61)
  const nameOf = makeNames(random)
  const other = zipf(organizations - 1, random, 0.9, 8)
  for (let at = 0; at < count; at++) {
    const day = `${two(1 + Math.floor(random() * 12))}-${two(1 + Math.floor(random() * 28))}`
    yield {
      ...{ id: madeId(random), organization: at % 5 === 0 ? 0 : 1 + other() },
      ...{ ...nameOf(), birthDate: `${1930 + Math.floor(random() * 90)}-${day}` },
      email: random() < 0.4 ? `person-${at}@example.test` : null,
      address1: `${1 + Math.floor(random() * 900)} ${capital(oneOf(vocabulary.slice(0, 3_000), random))} St`,
      postalCode: `14${String(Math.floor(random() * 1_000)).padStart(3, '0')}`,
      phone: `+1716${String(2_000_000 + Math.floor(random() * 7_999_999))}`,
      ...{ ids: [madeId(random), madeId(random)], hasIntake: at % 10 < 3 },
    }
  }
}
