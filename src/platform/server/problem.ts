/** Everything that can go wrong on purpose: code → status, message, and whether it is worth an operator's look. */
const table = {
  'invalid-request': { status: 400, message: 'Please check the fields and try again.' },
  'captcha-failed': { status: 400, message: 'The captcha was not solved, or its solution was used before.' },
  'wrong-answer': { status: 400, message: 'Incorrect security question answer' },
  'invalid-token': { status: 400, message: 'Invalid token' },
  'signed-out': { status: 401, message: 'Please sign in.' },
  'login-failed': { status: 401, message: 'Login Failed' },
  'factor-needed': { status: 401, message: 'Please confirm that it is you with a second factor.' },
  'reauthentication-needed': { status: 401, message: 'Please confirm once more that it is you.' },
  'password-reset-required': { status: 403, message: 'Please reset your password to continue.' },
  forbidden: { status: 403, message: 'You may not do this.' },
  'account-frozen': {
    status: 403,
    message: 'This account is held back. Follow the link in our e-mail to choose a new password.',
  },
  'email-code-refused': { status: 403, message: 'Codes by e-mail are not accepted for this account.' },
  impersonating: { status: 403, message: 'This is not possible while you act as somebody else.' },
  'may-not-act-as': { status: 403, message: 'Nobody may act as this account.' },
  'not-verified': { status: 403, message: 'This account has not been verified by an admin' },
  'unknown-host': {
    status: 421,
    message: 'This portal does not answer to this host name. Set PUBLIC_URL to the address that people use.',
  },
  'cross-site': { status: 403, message: 'This request came from another site.' },
  'not-found': { status: 404, message: 'There is nothing here.' },
  'email-in-use': { status: 406, message: 'This email address is already in use' },
  'not-active': { status: 406, message: 'This account is not active. Please check your email' },
  'wrong-code': { status: 406, message: 'This code is not right.' },
  conflict: { status: 409, message: 'Somebody changed this in the meantime.' },
  'stale-version': { status: 409, message: 'Somebody changed this in the meantime. Here is how it is now.' },
  'already-filed': { status: 409, message: 'This was saved already, before its last changes. Here is what was saved.' },
  'last-admin': {
    status: 409,
    message: 'This is the last administrator. Make somebody else an administrator first.',
  },
  'ticket-merged': { status: 409, message: 'This ticket was merged into another one.' },
  'referrals-open': { status: 409, message: 'Referrals of this person are still open. Please end them first.' },
  'illegal-transition': { status: 409, message: 'This step is not possible in the present state.' },
  'authenticator-enrolled': { status: 409, message: 'This kind of authenticator is enrolled already.' },
  'email-authenticator-stays': { status: 409, message: 'The e-mail authenticator always stays.' },
  'last-authenticator': {
    status: 409,
    message: 'A second factor is required here. Enroll another one before you remove this one.',
  },
  'consent-missing': { status: 422, message: 'There is no consent that covers this.' },
  'last-way-in': { status: 409, message: 'This is the only way into the account. Add another one first.' },
  'code-expired': { status: 410, message: 'This code was used or has expired. Please ask for a new one.' },
  gone: { status: 410, message: 'This link was used or has expired.' },
  'too-large': { status: 413, message: 'This is too large.' },
  'unsupported-media': { status: 415, message: 'This kind of content is not accepted here.' },
  'too-many-requests': { status: 429, message: 'Too many tries. Please wait a little.' },
  'too-many-messages': {
    status: 429,
    message: 'Too many messages were sent to this address, or by your organization. Please try again later.',
  },
  'storage-unavailable': {
    status: 503,
    message: 'Files cannot be kept or read at the moment. Please try again later.',
  },
  'sign-on-unreachable': { status: 503, message: 'The sign-in service does not answer. Please try again in a moment.' },
  busy: { status: 503, message: 'The portal is busy. Please try again in a moment.' },
  unavailable: { status: 503, message: 'The portal is starting or stopping. Please try again in a moment.' },
  unexpected: { status: 500, message: 'Something went wrong on our side. It has been noted.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ProblemCode = keyof typeof table
export const problemCodes = Object.keys(table) as ProblemCode[]
export interface FieldError {
  path: string
  message: string
}

export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly errors: FieldError[]
  readonly extra: Record<string, unknown>
  constructor(code: ProblemCode, detail: { errors?: FieldError[]; extra?: Record<string, unknown> } = {}) {
    super(table[code].message)
    this.code = code
    this.status = table[code].status
    this.errors = detail.errors ?? []
    this.extra = detail.extra ?? {}
  }
  /** The answer's body after RFC 9457. */
  get body() {
    return {
      type: `urn:hearthline:problem:${this.code}`,
      title: this.message,
      status: this.status,
      code: this.code,
      message: this.message,
      errors: this.errors,
      ...this.extra,
    }
  }
}

/** Use as `throw problem('not-found')`. `errors` land on their fields; `extra` members join the answer. */
export const problem = (code: ProblemCode, detail?: { errors?: FieldError[]; extra?: Record<string, unknown> }) =>
  new Problem(code, detail)

/** One field's error; `message` is a key of the texts' `message.…` or plain English. */
export const fieldProblem = (path: string, message: string) =>
  new Problem('invalid-request', { errors: [{ path, message }] })
