/** Why a message cannot be delivered; each key has a text that the recipient's account can be shown. */
export type DeliveryFailure = 'invalid-address' | 'unsubscribed' | 'refused' | 'no-service' | 'no-answer'

/** A permanent failure: retrying would not help. The job retries after any other error. */
export class DeliveryRefused extends Error {
  readonly failure: DeliveryFailure
  constructor(failure: DeliveryFailure, cause: string) {
    super(cause)
    this.name = 'DeliveryRefused'
    this.failure = failure
  }
}
