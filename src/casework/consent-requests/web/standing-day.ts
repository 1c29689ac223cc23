import type { ShownConsentRequest } from '../consent-request.ts'

/** The date shown with a request's status. */
export function standingDay(request: ShownConsentRequest) {
  const { standing, sentOn, answeredOn, withdrawnOn, linkExpiresOn } = request
  if (standing === 'expired') return linkExpiresOn
  return (standing === 'withdrawn' ? withdrawnOn : answeredOn) ?? sentOn
}
