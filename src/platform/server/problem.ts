/** An expected error. */
export interface ProblemKind {
  status: number
  /** For people, in English. */
  message: string
  /** Its name in the security log; by default it follows from the status. */
  securityEvent?: string
}

export interface FieldError {
  path: string
  message: string
}

export interface ProblemDetail {
  errors?: FieldError[]
  extra?: Record<string, unknown>
}

export class Problem extends Error {
  readonly code: string
  readonly status: number
  readonly securityEvent: string | undefined
  readonly errors: FieldError[]
  readonly extra: Record<string, unknown>
  constructor(code: string, kind: ProblemKind, detail: ProblemDetail = {}) {
    super(kind.message)
    this.code = code
    this.status = kind.status
    this.securityEvent = kind.securityEvent
    this.errors = detail.errors ?? []
    this.extra = detail.extra ?? {}
  }
  /** The response body (RFC 9457). */
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

/** Returns a problem instead of throwing it, so that the caller can throw it later; other errors are thrown. */
export function asProblem(error: unknown) {
  if (error instanceof Problem) return error
  throw error
}

/**
 * Declares the problems of one feature, by code. A code is unique in the product.
 * @returns a function to throw with: `throw ticketProblem('ticket-merged')`. `errors` are shown at their fields;
 * members of `extra` are added to the response.
 */
export const defineProblems = <Code extends string>(kinds: Record<Code, ProblemKind>) =>
  Object.assign((code: Code, detail?: ProblemDetail) => new Problem(code, kinds[code], detail), {
    kinds: kinds as Record<string, ProblemKind>,
  })
export type Problems = Pick<ReturnType<typeof defineProblems>, 'kinds'>

/** Problems that any feature may return. */
export const problem = defineProblems({
  'invalid-request': { status: 400, message: 'Please check the fields and try again.', securityEvent: 'input-refused' },
  'captcha-failed': {
    status: 400,
    message: 'The captcha was not solved, or its solution was used before.',
    securityEvent: 'captcha-refused',
  },
  'invalid-token': { status: 400, message: 'Invalid token', securityEvent: 'token-refused' },
  'signed-out': { status: 401, message: 'Please sign in.' },
  'factor-needed': { status: 401, message: 'Please confirm your identity with a second factor.' },
  'reauthentication-needed': { status: 401, message: 'Please confirm your identity again.' },
  'password-reset-required': { status: 403, message: 'Please reset your password to continue.' },
  forbidden: { status: 403, message: 'You may not do this.' },
  impersonating: { status: 403, message: 'This is not possible while you impersonate another account.' },
  'unknown-host': {
    status: 421,
    message: 'This portal is not configured for this host name. Set PUBLIC_URL to the address that people use.',
    securityEvent: 'host-refused',
  },
  'cross-site': { status: 403, message: 'This request came from another site.', securityEvent: 'cross-site-refused' },
  'not-found': { status: 404, message: 'Not found.' },
  conflict: { status: 409, message: 'Somebody changed this in the meantime.' },
  'stale-version': {
    status: 409,
    message: 'Somebody changed this in the meantime. Here is how it is now.',
    securityEvent: 'version-refused',
  },
  'illegal-transition': { status: 409, message: 'This step is not possible in the present state.' },
  gone: { status: 410, message: 'This link was used or has expired.', securityEvent: 'token-refused' },
  'too-large': { status: 413, message: 'This is too large.' },
  'unsupported-media': { status: 415, message: 'This kind of content is not accepted here.' },
  'too-many-requests': { status: 429, message: 'Too many attempts. Please try again later.' },
  'too-many-messages': {
    status: 429,
    message: 'Too many messages were sent to this address, or by your organization. Please try again later.',
  },
  busy: { status: 503, message: 'The portal is busy. Please try again in a moment.' },
  unavailable: { status: 503, message: 'The portal is starting or stopping. Please try again in a moment.' },
  unexpected: { status: 500, message: 'Something went wrong on our side. The error was logged.' },
})
export type ProblemCode = Parameters<typeof problem>[0]

/** An error of one field; `message` is a key under `message.…` in the texts, or plain English. */
export const fieldProblem = (path: string, message: string) =>
  problem('invalid-request', { errors: [{ path, message }] })
