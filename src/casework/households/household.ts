import { z } from 'zod'
import { Day, Id, Timestamp } from '#platform/schema/fields.ts'

/** A person's relationship to the head of their household. */
export const relations = [
  'head',
  'partner',
  'child',
  'parent',
  'sibling',
  'grandparent',
  'grandchild',
  'other-relative',
  'not-related',
  'not-stated',
] as const
export const Relation = z.enum(relations).meta({ title: 'Relation to the head of household' })
export type Relation = z.infer<typeof Relation>

/** People of one organization who live together. */
export const HouseholdRow = z.object({
  id: Id,
  organizationId: Id,
  createdBy: Id.nullable(),
  createdOn: Timestamp,
})
export type HouseholdRow = z.infer<typeof HouseholdRow>

export const HouseholdMemberRow = z.object({
  contactId: Id,
  householdId: Id,
  relation: Relation,
  addedBy: Id.nullable(),
  addedOn: Timestamp,
})
export type HouseholdMemberRow = z.infer<typeof HouseholdMemberRow>

/** The maximum number of people in a household. */
export const MOST_MEMBERS = 30

export const HouseholdMember = HouseholdMemberRow.pick({ contactId: true, relation: true }).extend({
  firstName: z.string(),
  lastName: z.string(),
  birthDate: Day.nullable(),
})
export type HouseholdMember = z.infer<typeof HouseholdMember>

/** The household of a person, the person included: the head first, then by age. Empty if they have none. */
export const Household = z.object({ items: z.array(HouseholdMember), nextCursor: z.null() })
export type Household = z.infer<typeof Household>

/** Adds somebody to the household of a person; the first time, that person becomes its head. */
export const NewMember = z.object({
  contactId: Id,
  relation: Relation.default('not-stated'),
})
export type NewMember = z.infer<typeof NewMember>

export const MemberChange = z.object({ relation: Relation })
