import { withoutAccents } from '#platform/schema/without-accents.ts'
import { otherNames } from './nicknames.ts'

/** The other first names under which a person may be on record: nicknames of the whole first name and of each word. */
export const otherFirstNames = (firstName: string) => {
  const name = withoutAccents(firstName).trim()
  const words = name.split(/[\s-]+/).filter(Boolean)
  return [...new Set([...otherNames(name), ...words.flatMap(otherNames)])].slice(0, 40)
}
