import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod'
import { type FieldError, Problem, type ProblemCode, problem } from './problem.ts'

/** Asks whether the portal is ready to serve. */
export const READY_PATH = '/api/health/ready'

const byStatus: Record<number, ProblemCode> = {
  404: 'not-found',
  413: 'too-large',
  415: 'unsupported-media',
  429: 'too-many-requests',
  503: 'unavailable',
}

/** Converts `/a/0/b` to the path used by forms: `a.0.b`. */
const fieldPath = (pointer: string) => pointer.replace(/^\//, '').replaceAll('/', '.')

/**
 * PostgreSQL errors for values that no column can hold (a zero byte, a number too large): the request's fault, not
 * ours.
 */
const badValues = new Set(['22021', '22P02', '22003', '22P05', '22001', '22007', '22008'])

interface Mistake {
  instancePath: string
  message?: string | undefined
  params: unknown
}

/** The fields of a mistake. One that a strict contract does not know is named by the mistake, not by its path. */
function fieldErrors({ instancePath, message = 'invalid', params }: Mistake): FieldError[] {
  const path = fieldPath(instancePath)
  const { keys } = params as { keys?: unknown }
  if (!Array.isArray(keys)) return [{ path, message }]
  return keys.map((key) => ({ path: path ? `${path}.${key}` : String(key), message: 'is not known here' }))
}

const MOST_TOLD = 100

/** The problem that an error is answered with; an unknown error is one of the server, without its text. */
export function toProblem(error: FastifyError | Error): Problem {
  if (error instanceof Problem) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    // A list of 60,000 invalid items has as many errors.
    const told = error.validation.slice(0, MOST_TOLD)
    const errors = told.flatMap(fieldErrors)
    return problem('invalid-request', { errors: errors.slice(0, MOST_TOLD) })
  }
  const { statusCode, code } = error as FastifyError
  if (!isResponseSerializationError(error) && statusCode && statusCode >= 400 && statusCode < 500)
    return problem(byStatus[statusCode] ?? 'invalid-request')
  if (code && badValues.has(code)) return problem('invalid-request')
  return problem('unexpected')
}

/** Logs an error and says when to try again. @returns the problem to answer with */
export function noteProblem(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): Problem {
  const known = toProblem(error)
  const { id: requestId, server } = request
  const route = request.routeOptions.url
  // A process that is about to end says so whenever it is asked, which is no failure.
  const isNotReady = known.code === 'unavailable' && route === READY_PATH
  if (known.status >= 500 && !isNotReady) request.log.error({ err: error, route, requestId }, 'request failed')
  server.securityLog?.refused(request, known)
  if (typeof known.extra.retryAfter === 'number') reply.header('retry-after', known.extra.retryAfter)
  return known
}

/**
 * Turns an error into a response (RFC 9457). Stack traces, SQL and values never leave the server. Pages without scripts
 * answer with a page instead.
 */
export function answerProblem(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const known = noteProblem(error, request, reply)
  return reply
    .code(known.status)
    .type('application/problem+json')
    .send(JSON.stringify({ ...known.body, instance: `urn:uuid:${request.id}` }))
}
