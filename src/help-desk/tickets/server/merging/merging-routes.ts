import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { actorOf } from '#platform/server/access.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import { Merge, MergeAnswer, MergePreview, MergePreviewQuery, MergeUndo, MergeUndoAnswer } from '../../merging.ts'
import type { HelpDeskServices } from '../help-desk-services.ts'
import { mergeTickets } from './merge-tickets.ts'
import { previewMerge } from './preview-merge.ts'
import { undoMerges } from './undo-merge.ts'

const config = { access: ['support-agent', 'platform-admin'] } as const
const path = '/api/supportPortal/supportRequest/merge'

/** Merging duplicates into one ticket, previewing a merge, and undoing it. */
export const mergingRoutes: FastifyPluginAsyncZod<HelpDeskServices> = async (app, services) => {
  const { database } = services
  app.get(
    `${path}/preview`,
    {
      config,
      schema: {
        summary: 'What merging two tickets would do',
        querystring: MergePreviewQuery,
        response: { 200: MergePreview },
      },
    },
    (request) => {
      const { targetId, duplicateId } = request.query
      if (duplicateId.includes(targetId)) throw fieldProblem('duplicateId', 'merge-itself')
      return previewMerge(database, request.query)
    },
  )
  app.post(
    path,
    { config, schema: { summary: 'Merge tickets into another', body: Merge, response: { 200: MergeAnswer } } },
    (request) => mergeTickets(database, actorOf(request), request.body),
  )
  app.post(
    `${path}/undo`,
    { config, schema: { summary: 'Undo a merge', body: MergeUndo, response: { 200: MergeUndoAnswer } } },
    (request) => undoMerges(services, actorOf(request), request.body),
  )
}
