import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles, doesCasework } from '#casework/clients/contact-policy.ts'
import { ReferralMessage } from '#casework/referrals/referral-call.ts'
import { requireWritable } from '#casework/referrals/server/referrals-public.ts'
import { documentTypes } from '#identity/files/document.ts'
import { StoredFile } from '#identity/files/file.ts'
import {
  acceptDocuments,
  receiveDocument,
  sendDocument,
  type UploadServices,
} from '#identity/files/server/files-public.ts'
import { Id } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { actorOf } from '#platform/server/access.ts'
import { problem } from '#platform/server/problem.ts'
import { FileMessage, ReferralFiles } from '../referral-file.ts'
import { listFiles, openFile } from './read-files.ts'
import { shareFiles } from './share-files.ts'
import { withdrawFile } from './withdraw-file.ts'

const config = { access: caseworkRoles }
const params = z.object({ id: Id })
const fileParams = z.object({ id: Id, fileId: Id })
const response = { 200: ReferralFiles }

function author(actor: Actor) {
  if (!doesCasework(actor)) throw problem('forbidden')
  return actor
}

/** Files that the two organizations of a referral share. */
export const referralFileRoutes: FastifyPluginAsyncZod<UploadServices> = async (app, services) => {
  const { database } = services
  await acceptDocuments(app)
  app.get(
    '/api/referral/:id/file',
    { config, schema: { summary: 'The files of a referral', params, response } },
    (request) => listFiles(database, actorOf(request), request.params.id),
  )

  app.post(
    '/api/referral/:id/file',
    {
      config,
      schema: {
        summary: 'Upload one document as the multipart field `file`, for a message on this referral',
        consumes: ['multipart/form-data'],
        params,
        response: { 201: StoredFile },
      },
    },
    async (request, reply) => {
      const actor = author(actorOf(request))
      await requireWritable(database, actor, request.params.id)
      return reply.code(201).send(await receiveDocument(services, request, actor.accountId))
    },
  )

  app.post(
    '/api/referral/:id/fileMessage',
    {
      config,
      schema: {
        summary: 'Write a message that carries uploaded files',
        params,
        body: FileMessage,
        response: { 201: ReferralMessage },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await shareFiles(database, author(actorOf(request)), request.params.id, request.body)),
  )

  app.get(
    '/api/referral/:id/file/:fileId/download',
    {
      config,
      schema: {
        summary: 'Download a file of a referral',
        params: fileParams,
        produces: [...new Set(Object.values(documentTypes))],
      },
    },
    async (request, reply) => {
      const { id: referralId, fileId: id } = request.params
      const stored = await openFile(database, actorOf(request), { referralId, id })
      return sendDocument(services, request, reply, stored)
    },
  )

  app.post(
    '/api/referral/:id/file/:fileId/withdraw',
    { config, schema: { summary: 'Withdraw a file that one’s own side shared', params: fileParams, response } },
    async (request) => {
      const { id: referralId, fileId: id } = request.params
      await withdrawFile(database, author(actorOf(request)), { referralId, id })
      return listFiles(database, actorOf(request), referralId)
    },
  )
}
