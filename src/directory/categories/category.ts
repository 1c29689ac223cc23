import { z } from 'zod'
import { Need } from '#directory/needs/need.ts'
import { Id, line, Timestamp } from '#platform/schema/fields.ts'

/** An import brings names of this length, and a merge makes them synonyms. */
const MOST_LETTERS = 300
/** A search compares at most this many typed words with a synonym. */
export const MOST_WORDS = 4
export const MOST_SYNONYMS = 60
/** More than merges bring. A list that is longer is refused before its words are read. */
const MOST_STORED_SYNONYMS = 5000

const Name = line(MOST_LETTERS, 1)
/** How many are enough is checked with what is stored already: a merge can bring more. */
const synonyms = (label: string) =>
  z
    .array(Name)
    .max(MOST_STORED_SYNONYMS)
    .overwrite((phrases) => [...new Set(phrases)])
    .meta({ title: label })

/** The fields of a category that its data managers edit. */
export const CategoryValues = z.object({
  name: Name.meta({ title: 'Name in English' }),
  nameEs: Name.nullable().meta({ title: 'Name in Spanish' }),
  parentId: Id.nullable().meta({ title: 'Below' }),
  need: Need.nullable(),
  synonymsEn: synonyms('Other words in English'),
  synonymsEs: synonyms('Other words in Spanish'),
})
export type CategoryValues = z.infer<typeof CategoryValues>
export const categoryFields = Object.keys(CategoryValues.shape) as (keyof CategoryValues)[]

/** The words are as they are stored, whatever a form takes. */
export const ManagedCategory = CategoryValues.extend({
  name: z.string(),
  nameEs: z.string().nullable(),
  synonymsEn: z.array(z.string()),
  synonymsEs: z.array(z.string()),
  id: Id,
  version: z.number().int(),
  retiredOn: Timestamp.nullable(),
  mergedInto: Id.nullable(),
  /** Listed services of this category and of all below. */
  serviceCount: z.number().int(),
})
export type ManagedCategory = z.infer<typeof ManagedCategory>

const version = ManagedCategory.shape.version
export const CategoryChange = CategoryValues.extend({ version })
export type CategoryChange = z.infer<typeof CategoryChange>
export const CategoryMerge = z.object({ version, into: Id.meta({ title: 'Merge into' }) })
export type CategoryMerge = z.infer<typeof CategoryMerge>
export const CategoryRetirement = z.object({ version, isRetired: z.boolean() })
export type CategoryRetirement = z.infer<typeof CategoryRetirement>

const text = z.string().nullable()
/** What one act changed, newest first in a list; values as people read them, a category by its name. */
export const CategoryAct = z.object({
  id: z.number().int(),
  act: z.enum(['create', 'change', 'merge', 'receive', 'retire', 'restore']),
  on: Timestamp,
  by: text,
  fields: z.array(
    z.object({ field: z.enum(Object.keys(CategoryValues.shape) as [keyof CategoryValues]), before: text, after: text }),
  ),
  /** The other category of a merge, and how many listings were moved. */
  other: text,
  listings: z.number().int().nullable(),
})
export type CategoryAct = z.infer<typeof CategoryAct>

/** The synonyms that no search could match: too many words or letters. What was stored before may stay. */
export const tooLong = (phrases: readonly string[], stored: readonly string[]) =>
  phrases.filter(
    (phrase) => (phrase.split(/\s+/).length > MOST_WORDS || phrase.length > MOST_LETTERS) && !stored.includes(phrase),
  )

type Placed = Pick<ManagedCategory, 'id' | 'name' | 'parentId' | 'retiredOn'>
/** Those that are offered at the place of this one under its name. */
export const twinsOf = <One extends Placed>(
  all: readonly One[],
  { id, name, parentId }: Pick<Placed, 'name' | 'parentId'> & { id?: string | undefined },
) =>
  all.filter(
    (one) =>
      one.id !== id && !one.retiredOn && one.parentId === parentId && one.name.toLowerCase() === name.toLowerCase(),
  )

/** Those below one category that would stand beside one of the same name if they were moved below another. */
export const twinsBelow = <One extends Placed>(all: readonly One[], from: string, into: string) =>
  all.filter(
    (one) =>
      one.parentId === from && !one.retiredOn && twinsOf(all, { ...one, parentId: into }).some(({ id }) => id !== from),
  )

/** Whether these synonyms are too many. As many as were stored before may stay. */
export const tooMany = (phrases: readonly string[], stored: readonly string[]) =>
  phrases.length > Math.max(MOST_SYNONYMS, stored.length)
