import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '#platform/server/problem.ts'
import { readLanguage } from '#platform/server/texts.ts'
import { findDocumentMistake, isScanned, MAX_DOCUMENT_BYTES } from '../document.ts'
import type { StoredFile } from '../file.ts'
import { checkDocument } from './check-document.ts'
import { contentDisposition } from './content-disposition.ts'
import { fileProblem } from './file-problem.ts'
import { findUsableFile } from './file-queries.ts'
import { readBytes } from './read-bytes.ts'
import { receiveFile } from './receive-file.ts'
import { refuseFile } from './refuse-file.ts'
import { type FileServices, requireUploadAllowance, type UploadServices, uploadFile } from './upload-file.ts'
import { inUploadTurn } from './upload-turn.ts'

/** Lets the calls of a scope receive one document as a form. */
export const acceptDocuments = (app: FastifyInstance) =>
  app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: MAX_DOCUMENT_BYTES, files: 1, fields: 5, fieldSize: 1000, parts: 10, headerPairs: 50 },
  })

/**
 * Receives a document as the multipart field `file`, checks its content, and stores it for its uploader to attach.
 * @throws a problem at the field `file` that names the file; 429; 503 storage-unavailable, busy
 */
export const receiveDocument = (
  services: UploadServices,
  request: FastifyRequest,
  accountId: string,
): Promise<StoredFile> =>
  inUploadTurn(accountId, async () => {
    await requireUploadAllowance(services.database, accountId)
    const allowed = { findMistake: findDocumentMistake, maxBytes: MAX_DOCUMENT_BYTES }
    const { givenName, bytes } = await receiveFile(request, allowed)
    const document = await checkDocument(givenName, bytes)
    if ('mistake' in document)
      throw refuseFile(document.mistake, givenName, readLanguage(request.headers['accept-language']))
    return uploadFile(services, { accountId, givenName, ...document }, request.log)
  })

/**
 * Sends a document: never shown by the browser, whatever it contains.
 * @throws 404; 409 file-not-scanned; 503 storage-unavailable
 */
export async function sendDocument(
  { database, store }: FileServices,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
) {
  const file = await findUsableFile(database, id)
  if (!file) throw problem('not-found')
  if (!isScanned(file.scanState)) throw fileProblem('file-not-scanned')
  const bytes = await readBytes(store, file.id, request.log)
  reply.headers({
    'content-disposition': contentDisposition('attachment', file.fileName),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  return reply.type(file.contentType).send(bytes)
}
