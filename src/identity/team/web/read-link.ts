import { ApiError, api } from '#platform/web/api.ts'

/** Why a link is no longer valid. */
export const linkFailures = ['used', 'expired', 'withdrawn', 'replaced', 'unknown'] as const
export type LinkFailure = (typeof linkFailures)[number]

export function failureOf(error: unknown): LinkFailure {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) throw error
  return linkFailures.find((failure) => failure === error.body.reason) ?? 'unknown'
}

/** The content of a link, or why it is no longer valid. */
export async function readLink<Answer>(path: string): Promise<{ answer: Answer | null; failure: LinkFailure | null }> {
  try {
    return { answer: await api.get<Answer>(path, { quiet: true, staysOn401: true }), failure: null }
  } catch (error) {
    return { answer: null, failure: failureOf(error) }
  }
}
