import { spellingDistance, trigramLikeness } from '#platform/schema/word-likeness.ts'
import { isNickname } from './nicknames.ts'

/** What is known of a person, in the form in which it is compared: all texts as `plain_text` makes them. */
export interface PersonTraits {
  id: string
  firstName: string
  lastName: string
  /** sound codes of the words of each name */
  firstSounds: string[]
  lastSounds: string[]
  /** yyyy-MM-dd */
  birthDate: string | null
  email: string | null
  /** street and number */
  address: string | null
  postalCode: string | null
  phones: string[]
}

/** How common what two people share is in the organization. */
export interface Commonness {
  /** how many people have this telephone number or e-mail address */
  sharedBy: (value: string) => number
  /** the share of the people who have this last name, 0 to 1 */
  lastNameShare: (name: string) => number
}

export const likenessReasons = [
  'same-name',
  'nickname',
  'name-sound',
  'similar-name',
  'swapped-names',
  'shared-surname',
  'birth-date',
  'birth-date-swapped',
  'birth-date-digit',
  'phone',
  'email',
  'address',
] as const
export type LikenessReason = (typeof likenessReasons)[number]

export const likenessLevels = ['likely', 'possible'] as const
export type LikenessLevel = (typeof likenessLevels)[number]

/** From here on, in bits of evidence, a pair is likely or possible: see docs/decisions/0326. */
export const LIKELY = 14
export const POSSIBLE = 9

/** A telephone number or an address that more people have says nothing: that of a shelter or a school. */
export const MOST_SHARING = 5

const wordsOf = (name: string) => name.split(/[^\p{L}\p{N}]+/u).filter((word) => word && !particles.has(word))
const particles = new Set(['de', 'la', 'las', 'los', 'del', 'y', 'van', 'der', 'von', 'jr', 'sr', 'ii', 'iii'])

/** Whether one word becomes the other by one letter more, less or other, or by two neighbors swapped. */
export const isOneSlip = (one: string, other: string) =>
  Math.abs(one.length - other.length) <= 1 && spellingDistance(one, other) <= 1

type NameLevel = 'exact' | 'part' | 'nickname' | 'sound' | 'similar' | 'initial' | 'unknown' | 'different'

interface Name {
  text: string
  words: string[]
  sounds: string[]
}
const nameOf = (text: string, sounds: string[]): Name => ({ text, words: wordsOf(text), sounds })

const isSimilar = (one: string, other: string) =>
  (Math.min(one.length, other.length) > 3 && isOneSlip(one, other)) || trigramLikeness(one, other) >= 0.6

/** How alike two first names, or two last names, are: the best level of any two of their words. */
function compareNames(one: Name, other: Name): NameLevel {
  if (!one.words.length || !other.words.length) return 'unknown'
  const joined = (name: Name) => name.words.join('')
  if (joined(one) === joined(other)) return 'exact'
  const hasPair = (matches: (word: string, of: string) => boolean) =>
    one.words.some((word) => other.words.some((of) => matches(word, of)))
  if (hasPair((word, of) => word === of && word.length > 1)) return 'part'
  if (isNickname(one.words.join(' '), other.words.join(' ')) || hasPair(isNickname)) return 'nickname'
  if (one.sounds.some((sound) => sound.length > 1 && other.sounds.includes(sound))) return 'sound'
  if (hasPair(isSimilar) || isSimilar(joined(one), joined(other))) return 'similar'
  const isInitial = (word: string, of: string) => (word.length === 1 || of.length === 1) && word[0] === of[0]
  return hasPair(isInitial) ? 'initial' : 'different'
}

/** Bits of evidence, log2(m / u): how often a level occurs for one person, over how often for two. */
const firstWeights: Record<NameLevel, number> = {
  ...{ exact: 5, part: 4, nickname: 4, sound: 3, similar: 3, initial: 0.5, unknown: 0, different: -5 },
}
const lastWeights: Record<NameLevel, number> = {
  ...{ exact: 0, part: 0, nickname: -4, sound: 4.5, similar: 4, initial: 0, unknown: 0, different: -4 },
}
const SWAPPED = -0.5

/** The rarer a last name is, the more it says. */
const commonWeight = (share: number) => Math.min(8, Math.max(4, -Math.log2(Math.max(share, 1 / 1024))))

interface Finding {
  weight: number
  reasons: LikenessReason[]
  /** whether the first names are clearly of two people, such as twins */
  isOtherName: boolean
  isSameName: boolean
}

const nameReason = (first: NameLevel, last: NameLevel): LikenessReason[] => {
  const levels = [first, last]
  if (levels.every((level) => level === 'exact')) return ['same-name']
  if (levels.some((level) => level === 'different' || level === 'unknown')) return []
  const reasons: LikenessReason[] = []
  if (first === 'nickname') reasons.push('nickname')
  if (levels.includes('sound')) reasons.push('name-sound')
  if (last === 'part') reasons.push('shared-surname')
  return reasons.length ? reasons : ['similar-name']
}

function weighNames(one: PersonTraits, other: PersonTraits, { lastNameShare }: Commonness): Finding {
  const named = (person: PersonTraits) => ({
    first: nameOf(person.firstName, person.firstSounds),
    last: nameOf(person.lastName, person.lastSounds),
  })
  const [mine, theirs] = [named(one), named(other)]
  const weigh = (first: NameLevel, last: NameLevel) => {
    const rarity = commonWeight(lastNameShare(one.lastName))
    const ofLast = last === 'exact' ? rarity : last === 'part' ? rarity - 2 : lastWeights[last]
    return firstWeights[first] + ofLast
  }
  const straight = [compareNames(mine.first, theirs.first), compareNames(mine.last, theirs.last)] as const
  const crossed = [compareNames(mine.first, theirs.last), compareNames(mine.last, theirs.first)] as const
  const isSwapped = weigh(...crossed) + SWAPPED > weigh(...straight)
  const [first, last] = isSwapped ? crossed : straight
  return {
    weight: weigh(first, last) + (isSwapped ? SWAPPED : 0),
    reasons: isSwapped ? ['swapped-names'] : nameReason(first, last),
    isOtherName: first === 'different' || (isSwapped && last === 'different'),
    isSameName: first === 'exact' && last === 'exact',
  }
}

const differing = (one: string, other: string) => [...one].filter((digit, at) => digit !== other[at]).length

/** A birth date that is 1 January is often only a year, or made up. */
const isVague = (day: string) => day.endsWith('-01-01')

interface DayFinding extends Pick<Finding, 'weight' | 'reasons'> {
  /** whether the birth dates are clearly of two people, such as father and son */
  isOtherDay: boolean
}

function weighBirthDates(one: string | null, other: string | null): DayFinding {
  const nothing = { reasons: [] as LikenessReason[], isOtherDay: false }
  if (!one || !other) return { ...nothing, weight: 0 }
  if (one === other) return { ...nothing, weight: isVague(one) ? 5 : 11, reasons: ['birth-date'] }
  const [year, month, day] = one.split('-')
  if (other === `${year}-${day}-${month}`) return { ...nothing, weight: 8, reasons: ['birth-date-swapped'] }
  const areVague = isVague(one) && isVague(other)
  if (differing(one, other) === 1 && !areVague) return { ...nothing, weight: 4, reasons: ['birth-date-digit'] }
  const isSameYear = other.startsWith(`${year}-`)
  if (isSameYear && (isVague(one) || isVague(other))) return { ...nothing, weight: 1 }
  return { ...nothing, weight: isSameYear ? -2 : -7, isOtherDay: true }
}

/** What is shared by few people says much; what many share, nothing. Two different values say little. */
function weighShared(values: readonly string[], others: readonly string[], { sharedBy }: Commonness, most: number) {
  if (!values.length || !others.length) return 0
  const counts = values.filter((value) => others.includes(value)).map(sharedBy)
  if (!counts.length) return -0.5
  const fewest = Math.min(...counts)
  return fewest > MOST_SHARING ? 0 : most - Math.max(0, fewest - 2)
}

function weighAddresses(one: PersonTraits, other: PersonTraits): number {
  const zip = (person: PersonTraits) => person.postalCode?.slice(0, 5)
  if (!zip(one) || !zip(other)) return 0
  if (zip(one) !== zip(other)) return -0.5
  if (!one.address || !other.address) return 1
  const number = (person: PersonTraits) => /\d+/.exec(person.address ?? '')?.[0]
  if (number(one) !== number(other)) return 0.5
  return trigramLikeness(one.address, other.address) >= 0.4 ? 4 : 1
}

export interface Likeness {
  /** bits of evidence that two records are of one person */
  score: number
  level: LikenessLevel | null
  reasons: LikenessReason[]
  /** whether both names are written the same, in either order */
  isSameName: boolean
}

/** Whether two records are of one person, and what speaks for it. Twins and father and son are never likely. */
export function comparePeople(one: PersonTraits, other: PersonTraits, commonness: Commonness): Likeness {
  const names = weighNames(one, other, commonness)
  const births = weighBirthDates(one.birthDate, other.birthDate)
  const phone = weighShared(one.phones, other.phones, commonness, 7)
  const email = weighShared(one.email ? [one.email] : [], other.email ? [other.email] : [], commonness, 8)
  const address = weighAddresses(one, other)
  const score = names.weight + births.weight + phone + email + address
  const isCapped = names.isOtherName || births.isOtherDay
  return {
    score,
    isSameName: names.isSameName,
    level: score >= LIKELY && !isCapped ? 'likely' : score >= POSSIBLE ? 'possible' : null,
    reasons: [
      ...names.reasons,
      ...births.reasons,
      ...(phone > 0 ? (['phone'] as const) : []),
      ...(email > 0 ? (['email'] as const) : []),
      ...(address >= 4 ? (['address'] as const) : []),
    ],
  }
}
