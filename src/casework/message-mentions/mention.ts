import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'

/** Somebody who can be mentioned in a message. */
export const Mentionable = z.object({ id: Id, name: z.string(), organizationName: z.string() })
export type Mentionable = z.infer<typeof Mentionable>
export const MentionablePeople = z.object({ items: z.array(Mentionable), nextCursor: z.null() })

/** Somebody mentioned in a message. */
export const Mention = z.object({ name: z.string(), isMe: z.boolean() })
export type Mention = z.infer<typeof Mention>

/** The people whose names follow an @ in a text. If one name is the beginning of another, the longer one counts. */
export function findMentioned<Person extends { name: string }>(text: string, people: readonly Person[]): Person[] {
  let rest = text
  const names = [...new Set(people.map(({ name }) => name))].sort((a, b) => b.length - a.length)
  const found = names.filter((name) => {
    const before = rest
    rest = rest.replaceAll(`@${name}`, '\n')
    return rest !== before
  })
  return people.filter(({ name }) => found.includes(name))
}

/** Splits a text at its mentions; parts with an odd index are mentions. */
export function splitMentions(text: string, mentions: readonly Mention[]): string[] {
  const names = mentions.map(({ name }) => `@${name}`).sort((a, b) => b.length - a.length)
  if (names.length === 0) return [text]
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return text.split(new RegExp(`(${escaped.join('|')})`))
}
