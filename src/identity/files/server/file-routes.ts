import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import { readLanguage } from '#platform/server/texts.ts'
import { imageTypes, MAX_FILE_BYTES, StoredFile } from '../file.ts'
import { contentDisposition } from './content-disposition.ts'
import type { MayReadFile } from './files-public.ts'
import { getReadableFile } from './get-readable-file.ts'
import { readBytes } from './read-bytes.ts'
import { receiveFile } from './receive-file.ts'
import { reencodeImage } from './reencode-image.ts'
import { refuseFile } from './refuse-file.ts'
import { requireUploadAllowance, type UploadServices, uploadFile } from './upload-file.ts'
import { inUploadTurn } from './upload-turn.ts'

/** @param readers who may read attached files; one from each feature whose rows use files */
export const fileRoutes: FastifyPluginAsyncZod<UploadServices & { readers: MayReadFile[] }> = async (
  app,
  { database, store, config: settings, readers },
) => {
  const config = { access: 'signed-in' as const }
  const params = z.object({ id: Id })
  const produces = [...imageTypes]
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: MAX_FILE_BYTES, files: 1, fields: 5, fieldSize: 1000, parts: 10, headerPairs: 50 },
  })

  app.post(
    '/api/file/',
    {
      config,
      schema: {
        summary: 'Upload one image as the multipart field `file`',
        consumes: ['multipart/form-data'],
        response: { 201: StoredFile },
      },
    },
    async (request, reply) => {
      const { accountId } = actorOf(request)
      const file = await inUploadTurn(accountId, async () => {
        await requireUploadAllowance(database, accountId)
        const { givenName, bytes } = await receiveFile(request)
        const image = await reencodeImage(bytes, imageTypes)
        if ('mistake' in image)
          throw refuseFile(image.mistake, givenName, readLanguage(request.headers['accept-language']))
        return uploadFile({ database, store, config: settings }, { accountId, givenName, ...image }, request.log)
      })
      return reply.code(201).send(file)
    },
  )

  const serve = async (request: FastifyRequest, reply: FastifyReply, id: string, how: 'inline' | 'attachment') => {
    const file = await getReadableFile(database, readers, { fileId: id, actor: actorOf(request) })
    reply.headers({
      'content-disposition': contentDisposition(how, file.fileName),
      // Opened directly, it is an image on an empty page: no script, no form, no origin.
      'content-security-policy': "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    return reply.type(file.contentType).send(await readBytes(store, file.id, request.log))
  }
  app.get('/api/file/:id', { config, schema: { params, produces, summary: 'Show an image' } }, (request, reply) =>
    serve(request, reply, request.params.id, 'inline'),
  )
  app.get(
    '/api/file/:id/download',
    { config, schema: { params, produces, summary: 'Download a file' } },
    (request, reply) => serve(request, reply, request.params.id, 'attachment'),
  )
}
