/** Why a mail is refused, as SMTP responses. 5xx is permanent; after a 4xx the sender tries again. */
export class MailRefused extends Error {
  readonly responseCode: number
  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

const table = {
  'no-such-address': [550, '5.1.1 There is no such address here'],
  'other-sender': [550, '5.7.1 Only the person to whom the address was given can answer to it, from their own address'],
  'may-not-answer': [550, '5.7.1 This account cannot answer to this ticket'],
  automatic: [550, '5.7.1 Automatic answers and mail of lists are not taken'],
  unreadable: [554, '5.6.0 This mail cannot be read'],
  'nothing-new': [554, '5.6.0 This mail has no text of its own'],
  'too-long': [554, '5.6.0 This text is longer than a note can be; please write it in the portal'],
  'too-large': [552, '5.3.4 This mail is too large'],
  'too-many': [450, '4.7.1 Too many mails of this account within an hour'],
  'not-now': [451, '4.3.0 The mail could not be kept; please try again later'],
} as const satisfies Record<string, readonly [number, string]>
export type MailRefusal = keyof typeof table

/** Use as `throw refuseMail('automatic')`. */
export function refuseMail(refusal: MailRefusal) {
  const [responseCode, message] = table[refusal]
  return new MailRefused(responseCode, message)
}
