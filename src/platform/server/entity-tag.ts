import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Weak, because the compressed answer has the same one. */
const etagOf = (text: string) => `W/"${createHash('sha256').update(text).digest('base64url')}"`

const names = (list: string, etag: string) =>
  list === '*' ||
  list
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .includes(etag.replace(/^W\//, ''))

/** What the caller says it has is still right. `If-None-Match` alone decides where there is one. */
function isUnchanged({ headers }: FastifyRequest, etag: string, modified: string | undefined) {
  const known = headers['if-none-match']
  if (known !== undefined) return names(known, etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return modified !== undefined && Date.parse(modified) <= since
}

/**
 * Names this answer by its contents, and lets it be kept for some seconds. For a hook that sees the answer before it is
 * sent.
 * @returns what to send: nothing, with 304, if the caller has it already
 */
export function tagAnswer(request: FastifyRequest, reply: FastifyReply, text: string) {
  const etag = etagOf(text)
  reply.header('etag', etag)
  const modified = reply.getHeader('last-modified') as string | undefined
  if (request.method === 'POST' || !isUnchanged(request, etag, modified)) return text
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  return null
}
