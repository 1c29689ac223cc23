import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { actorOf } from '#platform/server/access.ts'
import { problem } from '#platform/server/problem.ts'
import {
  NewNoteFile,
  NewSupportRequestFile,
  NoteFile,
  NoteFileChange,
  NoteFilePage,
  NoteFileQuery,
  SupportRequestFile,
  SupportRequestFileChange,
  SupportRequestFilePage,
  SupportRequestFileQuery,
} from '../attached-file.ts'
import { attachFile, replaceFile } from './attach-file.ts'
import { type AttachedRow, type HolderKind, listAttached } from './attached-file-queries.ts'
import type { HelpDeskServices } from './help-desk-services.ts'

const config = { access: 'signed-in' } as const
const params = z.object({ id: Id })
const ofTicket = ({ holderId, ...row }: AttachedRow) => ({ ...row, supportRequestId: holderId })
const ofNote = ({ holderId, ...row }: AttachedRow) => ({ ...row, noteId: holderId })

/** Which screenshots belong to which tickets and notes; the file calls transfer the bytes. */
export const attachedFileRoutes: FastifyPluginAsyncZod<HelpDeskServices> = async (app, services) => {
  const { database } = services
  const getOne = async (actor: Actor, kind: HolderKind, id: string) => {
    const { items } = await listAttached(database, actor, kind, { id: [id], limit: 1 })
    if (!items[0]) throw problem('not-found')
    return items[0]
  }

  const ticketFiles = '/api/supportRequestFile/'
  app.get(
    ticketFiles,
    {
      config,
      schema: {
        summary: 'Screenshots of a ticket',
        querystring: SupportRequestFileQuery,
        response: { 200: SupportRequestFilePage },
      },
    },
    async (request) => {
      const { supportRequestId: holderId, ...wanted } = request.query
      const page = await listAttached(database, actorOf(request), 'supportRequest', { ...wanted, holderId })
      return { ...page, items: page.items.map(ofTicket) }
    },
  )
  app.get(
    `${ticketFiles}:id`,
    { config, schema: { summary: 'A screenshot of a ticket', params, response: { 200: SupportRequestFile } } },
    async (request) => ofTicket(await getOne(actorOf(request), 'supportRequest', request.params.id)),
  )
  app.post(
    ticketFiles,
    {
      config,
      schema: {
        summary: 'Add a screenshot to a ticket',
        body: NewSupportRequestFile,
        response: { 201: SupportRequestFile },
      },
    },
    async (request, reply) => {
      const { supportRequestId: holderId, fileId } = request.body
      const row = await attachFile(services, actorOf(request), 'supportRequest', { holderId, fileId })
      return reply.code(201).send(ofTicket(row))
    },
  )
  app.put(
    ticketFiles,
    {
      config,
      schema: {
        summary: 'Replace a screenshot of a ticket',
        body: SupportRequestFileChange,
        response: { 200: SupportRequestFile },
      },
    },
    async (request) => {
      const { supportRequestId: holderId, ...given } = request.body
      return ofTicket(await replaceFile(services, actorOf(request), 'supportRequest', { ...given, holderId }))
    },
  )

  const noteFiles = '/api/noteFile/'
  app.get(
    noteFiles,
    {
      config,
      schema: { summary: 'Screenshots of a note', querystring: NoteFileQuery, response: { 200: NoteFilePage } },
    },
    async (request) => {
      const { noteId: holderId, ...wanted } = request.query
      const page = await listAttached(database, actorOf(request), 'note', { ...wanted, holderId })
      return { ...page, items: page.items.map(ofNote) }
    },
  )
  app.get(
    `${noteFiles}:id`,
    { config, schema: { summary: 'A screenshot of a note', params, response: { 200: NoteFile } } },
    async (request) => ofNote(await getOne(actorOf(request), 'note', request.params.id)),
  )
  app.post(
    noteFiles,
    { config, schema: { summary: 'Add a screenshot to a note', body: NewNoteFile, response: { 201: NoteFile } } },
    async (request, reply) => {
      const { noteId: holderId, fileId } = request.body
      return reply.code(201).send(ofNote(await attachFile(services, actorOf(request), 'note', { holderId, fileId })))
    },
  )
  app.put(
    noteFiles,
    {
      config,
      schema: {
        summary: 'Replace a screenshot of a note',
        body: NoteFileChange,
        response: { 200: NoteFile },
      },
    },
    async (request) => {
      const { noteId: holderId, ...given } = request.body
      return ofNote(await replaceFile(services, actorOf(request), 'note', { ...given, holderId }))
    },
  )
}
