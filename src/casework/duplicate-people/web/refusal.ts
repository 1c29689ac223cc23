import { ApiError } from '#platform/web/api.ts'

const codes = [
  ...(['merge-gone', 'merge-drafts', 'merge-accounts'] as const),
  ...(['merge-same', 'merge-not-newest', 'stale-version'] as const),
]

/** Why a merge or its undo was refused, as a key of the texts. */
export const refusalOf = (error: unknown) =>
  error instanceof ApiError ? codes.find((code) => code === error.code) : undefined
