import type { ShownConsentRequest } from '../consent-request.ts'

/** The day that goes with where a request stands. */
export function standingDay(request: ShownConsentRequest) {
  const { standing, sentOn, answeredOn, withdrawnOn, linkExpiresOn } = request
  if (standing === 'expired') return linkExpiresOn
  return (standing === 'withdrawn' ? withdrawnOn : answeredOn) ?? sentOn
}
