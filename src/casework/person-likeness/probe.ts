import { otherNames } from './nicknames.ts'

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** The other first names under which a person may be on record: nicknames of the whole first name and of each word. */
export const otherFirstNames = (firstName: string) => {
  const name = plain(firstName)
  const words = name.split(/[\s-]+/).filter(Boolean)
  return [...new Set([...otherNames(name), ...words.flatMap(otherNames)])].slice(0, 40)
}
