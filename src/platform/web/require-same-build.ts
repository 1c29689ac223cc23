import { ApiError } from './api.ts'
import { noteBuild, readOutdated } from './build.ts'
import { noteAnswer } from './connection.ts'

/** @throws ApiError as without a connection, if the portal cannot be reached or was updated since this page was built */
export async function requireSameBuild() {
  const answer = await fetch('/api/health/live', { cache: 'no-store' }).catch(() => null)
  noteAnswer(answer !== null)
  noteBuild(answer?.headers.get('x-build') ?? null)
  if (!answer || readOutdated()) throw new ApiError(0, {})
}
