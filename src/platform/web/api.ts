import i18next from 'i18next'
import { noteBuild } from './build.ts'
import { noteAnswer } from './connection.ts'
import { noteStart } from './event-position.ts'
import { isUnattended } from './last-use.ts'
import { markAnswered, notify } from './notify.ts'
import { forgetUser, isSignedIn, signedOut, stepUp } from './session-user.ts'

export interface FieldError {
  path: string
  message: string
}

/** A failed call, with the content of the server's problem document; status 0 if there was no response. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: FieldError[]
  readonly body: Record<string, unknown>
  constructor(status: number, body: { code?: string; message?: string; errors?: FieldError[] }) {
    super(body.message ?? 'No answer')
    this.status = status
    this.code = body.code ?? (status === 0 ? 'offline' : 'unexpected')
    this.errors = body.errors ?? []
    this.body = body
  }
}

/**
 * The row as it is now, if a save was refused because somebody else changed it meanwhile. Saving again with its version
 * replaces their changes.
 */
export const newerVersion = <Row>(error: unknown) =>
  error instanceof ApiError && error.code === 'stale-version' && error.body.current ? (error.body.current as Row) : null

export interface CallOptions {
  query?: Record<string, string | number | boolean | string[] | undefined | null>
  body?: unknown
  signal?: AbortSignal
  headers?: Record<string, string>
  /**
   * No general notification on failure: the caller shows the error itself. `missing`: none if the record is not there,
   * for reads that live events repeat.
   */
  quiet?: boolean | 'missing'
  /** The caller handles a 401 (the sign-in itself). */
  staysOn401?: boolean
}

function addressOf(path: string, query: CallOptions['query']) {
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (Array.isArray(value)) for (const v of value) words.append(name, v)
    else if (value !== undefined && value !== null && value !== '') words.set(name, String(value))
  }
  return words.size ? `${path}?${words}` : path
}

export const NOT_CONFIRMED = 'reauthentication-needed'

/**
 * Handles a 401: calls about second factors lead to the second factor, all others to the front page. If the person only
 * has to confirm their identity, a screen that can ask for it stays open.
 * @returns whether the call may be repeated
 */
async function recover(path: string, code: string) {
  if (path.startsWith('/api/mfa')) return location.assign('/auth/reauthenticate?returnUrl=/myAccount/security')
  if (code === NOT_CONFIRMED && stepUp.ask) return stepUp.ask()
  // Leaving would lose what is typed on the screen.
  if (code === 'factor-needed' && signedOut.isAsking) return false
  if (code === NOT_CONFIRMED || code === 'factor-needed')
    return location.assign(`/auth/reauthenticate?returnUrl=${encodeURIComponent(location.pathname + location.search)}`)
  if (signedOut.ask) return signedOut.ask()
  forgetUser()
  if (location.pathname !== '/') {
    sessionStorage.setItem('redirectUrl', location.pathname + location.search)
    location.assign('/')
  }
}

const noticeOf = ({ code }: ApiError) =>
  i18next.t(code === 'too-many-messages' ? 'platform:message.too-many-messages' : 'platform:notice.wentWrong')

const isQuiet = ({ quiet }: CallOptions, status: number) =>
  status === 406 || (quiet === 'missing' ? status === 404 : quiet)

const contentOf = async (answer: Response) =>
  answer.status === 204
    ? null
    : answer.headers.get('content-type')?.startsWith('text/csv')
      ? answer.blob()
      : answer.json()

async function call<Answer>(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const { body, query, signal } = options
  const isForm = body instanceof FormData
  const isBytes = body instanceof ArrayBuffer
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-language': i18next.language ?? 'en',
    // Its first use in a page takes long, and no call of a visitor needs it.
    ...(isSignedIn() ? { 'time-zone': Intl.DateTimeFormat().resolvedOptions().timeZone } : {}),
    // What live events load again must not extend the session of an abandoned tab.
    ...(isUnattended() ? { 'x-passive': '1' } : {}),
    ...options.headers,
  }
  if (body !== undefined && !isForm) headers['content-type'] = isBytes ? 'application/octet-stream' : 'application/json'
  const request: RequestInit = { method, headers, credentials: 'same-origin' }
  if (signal) request.signal = signal
  if (body !== undefined) request.body = isForm || isBytes ? body : JSON.stringify(body)
  const answer = await fetch(addressOf(path, query), request).catch((error: Error) => {
    if (error.name === 'AbortError') throw error
    return null
  })
  noteAnswer(answer !== null)
  noteBuild(answer?.headers.get('x-build') ?? null)
  noteStart(answer?.headers.get('x-event-position') ?? null)
  if (answer?.ok)
    try {
      return (await contentOf(answer)) as Answer
    } catch (error) {
      if ((error as Error).name === 'AbortError') throw error
    }
  // A successful answer that broke off is none.
  const error =
    !answer || answer.ok
      ? new ApiError(0, {})
      : new ApiError(answer.status, (await answer.json().catch(() => null)) ?? {})
  if (error.status === 401 && !options.staysOn401) {
    if (await recover(path, error.code)) return call(method, path, options)
    markAnswered()
  } else if (!isQuiet(options, error.status)) notify(noticeOf(error), 'bad')
  throw error
}

/** Whether the captcha was refused; the form has no field for it. */
export const isCaptchaRefused = (error: unknown) => error instanceof ApiError && error.code === 'captcha-failed'

/** Whether a call received no response. */
export const isUnanswered = (error: unknown) => error instanceof ApiError && error.status === 0

/** Whether a record that was asked for is not there, or no longer. */
export const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

/** The portal's API calls. Failures are shown as notifications and thrown as {@link ApiError}. */
export const api = {
  get: <A>(path: string, options?: CallOptions) => call<A>('GET', path, options),
  post: <A>(path: string, body?: unknown, options?: CallOptions) => call<A>('POST', path, { ...options, body }),
  put: <A>(path: string, body?: unknown, options?: CallOptions) => call<A>('PUT', path, { ...options, body }),
  delete: <A>(path: string, options?: CallOptions) => call<A>('DELETE', path, options),
}
