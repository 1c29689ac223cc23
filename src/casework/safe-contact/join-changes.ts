import type { SafeContactChange } from './safe-contact.ts'

/** The free-text fields, and the separator for joining two values. */
const words = { hoursNote: ' / ', askFor: ' / ', avoid: '\n' } as const
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * What somebody typed, joined with what somebody else saved meanwhile. Of what both changed, the saved one counts; of
 * what both wrote in words, both.
 * @param base what both began with
 */
export function joinChanges(base: SafeContactChange, mine: SafeContactChange, theirs: SafeContactChange) {
  const isMine = (name: keyof SafeContactChange) =>
    !isSame(mine[name], base[name]) &&
    isSame(theirs[name], base[name]) &&
    // Whether writing is safe is said of one address.
    (name !== 'mayEmail' || theirs.email === base.email)
  const joined = Object.fromEntries(
    (Object.keys(theirs) as (keyof SafeContactChange)[]).map((name) => [name, (isMine(name) ? mine : theirs)[name]]),
  ) as SafeContactChange
  for (const name of ['hoursNote', 'askFor', 'avoid'] as const)
    if (mine[name] && !isMine(name) && !isSame(mine[name], base[name]) && !theirs[name]?.includes(mine[name]))
      joined[name] = [theirs[name], mine[name]].filter(Boolean).join(words[name])
  return joined
}
