import { type RawBuilder, sql } from 'kysely'
import type { ComparedFacts } from '#directory/eligibility/compared-facts.ts'
import { NO_MAXIMUM, NO_MINIMUM } from '#directory/eligibility/eligibility.ts'
import { MOST_AGE_OF_CHILDREN } from '#directory/eligibility/fit-of.ts'
import { NATION } from '#directory/places/area.ts'
import { comparisonSql as compare } from '#platform/server/comparison-sql.ts'

/*
 * The comparison of `fitOf` as SQL over what was said: each rule is true, false or null, and so is their conjunction.
 * Requires `f` (service) and `r` (service_reach).
 */
type Condition = RawBuilder<unknown>
const unknown = sql`null::boolean`

function ages({ age, childrenAges }: ComparedFacts): Condition {
  const least = sql`coalesce(f.minimum_age, ${NO_MINIMUM})`
  const most = sql`coalesce(f.maximum_age, ${NO_MAXIMUM})`
  const isWithin = (years: Condition) =>
    sql`(${compare('at-least', years, least)} and ${compare(
      'at-most',
      sql`case when ${most} = floor(${most}) then floor(${years}) else ${years} end`,
      most,
    )})`
  const isForChildren = sql`${most} <= ${MOST_AGE_OF_CHILDREN}`
  const hasChild = sql`exists (select from unnest(${childrenAges ?? []}::numeric[]) child where ${isWithin(sql`child`)})`
  return sql`case when ${least} <= ${NO_MINIMUM} and ${most} >= ${NO_MAXIMUM} then true ${
    age === null
      ? sql`when ${isForChildren} and ${least} <= ${NO_MINIMUM} and ${hasChild} then true end`
      : sql`when ${isWithin(sql`${age}::numeric`)} then true
          when ${isForChildren} and ${compare('more', sql`${age}::numeric`, most)} then ${childrenAges === null ? unknown : hasChild}
          else false end`
  }`
}

/** An area of a service that could not be read. */
const hasUnread = sql`exists (select from service_area a where a.service_id = f.id and cardinality(a.keys) = 0)`

function area({ areaKeys, areAllAreas }: ComparedFacts): Condition {
  const elsewhere = areAllAreas ? sql`case when not ${hasUnread} then false end` : unknown
  return sql`case when r.area_basis = 'guess' then null
    when r.area_basis <> 'said' then case when not ${hasUnread} then true end
    when r.area_keys @> array[${NATION}] then true ${
      areaKeys === null
        ? sql``
        : sql`when ${compare('any-of', sql`r.area_keys`, sql`${areaKeys}::text[]`)} then true else ${elsewhere}`
    } end`
}

function income({ income, people, povertyShare }: ComparedFacts): Condition {
  const percent = sql`(f.income ->> 'percent')::float8`
  const amount = sql`(f.income -> 'amounts' ->> ${(people ?? 1) - 1}::integer)::float8 * case f.income ->> 'per' when 'month' then 12 else 1 end`
  const byPercent = povertyShare
    ? sql`case when ${compare('at-most', sql`${povertyShare.most}::float8`, percent)} then true
        when ${compare('more', sql`${povertyShare.least}::float8`, percent)} then false end`
    : unknown
  return sql`case when f.income is null then true when ${percent} is not null then ${byPercent}
    when jsonb_array_length(f.income -> 'amounts') = 0 then true
    else ${income === null || people === null ? unknown : compare('at-most', sql`${income}::float8`, amount)} end`
}

const oneOf = (column: 'households' | 'populations', known: { yes: string[]; no: string[] }): Condition => {
  const codes = sql.ref(`f.${column}`)
  return sql`case when coalesce(cardinality(${codes}), 0) = 0 or ${compare('any-of', codes, sql`${known.yes}::text[]`)} then true
    when ${compare('subset-of', codes, sql`${known.no}::text[]`)} then false end`
}

const papers = (facts: ComparedFacts): Condition =>
  sql`case when f.papers is null or ${compare('subset-of', sql`f.papers`, sql`${['none', 'referral', ...(facts.papers ?? [])]}::text[]`)} then true end`

const isSaid = sql`r.area_basis = 'said' or num_nonnulls(f.minimum_age, f.maximum_age, f.income, f.households, f.populations) > 0`

/**
 * Whether a service fits a person: 0 it fits, 1 it may, 2 it does not. Rules that only words say are not compared.
 * Requires `s` (service_search).
 */
export function fitRank(facts: ComparedFacts): RawBuilder<number> {
  const { households, populations } = facts
  const rules = [
    ...[ages, area, income, papers].map((rule) => rule(facts)),
    oneOf('households', households),
    oneOf('populations', populations),
  ]
  const all = sql.join(
    rules.map((rule) => sql`(${rule})`),
    sql` and `,
  )
  return sql<number>`(
    select case when v.holds and v.is_said then 0 when not v.holds then 2 else 1 end
    from service f join service_reach r on r.service_id = f.id
    cross join lateral (select (${all}) as holds, (${isSaid}) as is_said) v where f.id = s.service_id)`
}
