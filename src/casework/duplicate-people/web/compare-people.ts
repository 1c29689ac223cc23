import i18next from 'i18next'
import { ApiError } from '#platform/web/api.ts'
import { pairPeople } from './pair-calls.ts'
import { refusalOf } from './refusal.ts'

/** Why two records cannot be put side by side, in words. */
function wordsOf(error: unknown) {
  const isGone =
    error instanceof ApiError && (error.status === 404 || error.errors.some(({ path }) => path === 'otherId'))
  const reason = isGone ? 'other-gone' : refusalOf(error)
  return i18next.t(reason ? `duplicate-people:refused.${reason}` : 'platform:notice.wentWrong')
}

/** Puts two records side by side. @returns the address of the comparison, or why it was refused */
export async function comparePeople(contactId: string, otherId: string): Promise<{ to: string } | { refused: string }> {
  try {
    return { to: `/people/duplicates/${await pairPeople(contactId, otherId)}` }
  } catch (error) {
    return { refused: wordsOf(error) }
  }
}
