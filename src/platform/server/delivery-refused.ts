/** Why a message will never arrive, in words that its recipient's account can be shown (see the texts of these keys). */
export type DeliveryFailure = 'invalid-address' | 'unsubscribed' | 'refused' | 'no-service' | 'no-answer'

/** A refusal for good: trying again would bring the same. Any other error is tried again by the job. */
export class DeliveryRefused extends Error {
  readonly failure: DeliveryFailure
  constructor(failure: DeliveryFailure, cause: string) {
    super(cause)
    this.name = 'DeliveryRefused'
    this.failure = failure
  }
}
