import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { listChanges } from '#directory/listings/server/listings-public.ts'
import { staffOf } from '#directory/services/server/directory-public.ts'
import { Id, PageQuery } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Database } from '#platform/server/database.ts'
import { editorRoles } from '../editing-policy.ts'
import { Confirmation, type EditedListing, ListingHistory, ListingPreview, saveOf } from '../listing-editing.ts'
import { changeListing } from './change-listing.ts'
import { getEditable, getEdited } from './get-listing.ts'
import { withoutUnknownPlaces } from './known-changes.ts'
import type { ListingEditor } from './listing-editor.ts'
import { previewListing } from './preview-listing.ts'
import { restoreListing } from './restore-listing.ts'
import { verifyListing } from './verify-listing.ts'

const config = { access: editorRoles }
const params = z.object({ id: Id })
const CHANGES_SHOWN = 20
const HistoryQuery = PageQuery.pick({ limit: true }).extend({
  limit: PageQuery.shape.limit.default(CHANGES_SHOWN),
  cursor: z.preprocess((value) => (value === '' ? undefined : value), z.coerce.number().int().optional()),
})

interface Calls {
  editor: ListingEditor
  /** Of one listing, with its `:id`. */
  path: string
  /** Of its saving. */
  savePath: string
  /** As summaries call it. */
  name: string
  contract: z.ZodType<EditedListing>
  values: z.ZodObject
  timeZone: string
}

/** Reading, saving, previewing, confirming and restoring one kind of listing. */
export function registerListing(
  given: FastifyInstance,
  database: Database,
  { editor, path, savePath, name, contract, values, timeZone }: Calls,
) {
  const app = given.withTypeProvider<ZodTypeProvider>()
  const answer = { 200: contract }
  const body = saveOf(values)

  app.get(
    `${path}/editor`,
    { config, schema: { summary: `${name} with its fields as they are edited`, params, response: answer } },
    (request) => getEdited(editor, database, actorOf(request), request.params.id),
  )

  app.put(
    savePath,
    { config, schema: { summary: `Change fields of ${name.toLowerCase()}`, params, body, response: answer } },
    (request) => changeListing(editor, database, actorOf(request), request.params.id, request.body),
  )

  app.post(
    `${path}/preview`,
    {
      config,
      schema: {
        summary: `What the directory would show after a change of ${name.toLowerCase()}`,
        params,
        body,
        response: { 200: ListingPreview },
      },
    },
    (request) =>
      previewListing(editor, database, actorOf(request), request.params.id, { save: request.body, timeZone }),
  )

  app.post(
    `${path}/verification`,
    {
      config,
      schema: {
        summary: `Confirm that everything about ${name.toLowerCase()} still holds`,
        params,
        body: Confirmation,
        response: answer,
      },
    },
    (request) => verifyListing(editor, database, actorOf(request), request.params.id, request.body),
  )

  app.get(
    `${path}/history`,
    {
      config,
      schema: {
        summary: `The changes of ${name.toLowerCase()}, newest first`,
        params,
        querystring: HistoryQuery,
        response: { 200: ListingHistory },
      },
    },
    async (request) => {
      const { id, historyFrom: from = 0 } = await getEditable(editor, database, actorOf(request), request.params.id)
      const { cursor, limit } = request.query
      const page = { from, before: cursor ?? null, limit: limit + 1 }
      const found = await listChanges(database, { kind: editor.kind, id }, page)
      const shown = found.slice(0, limit)
      const items = await withoutUnknownPlaces(database, shown, staffOf(actorOf(request)))
      return { items, nextCursor: found.length > items.length ? String(items.at(-1)?.version) : null }
    },
  )

  app.post(
    `${path}/history/:version/restore`,
    {
      config,
      schema: {
        summary: `Restore an earlier version of ${name.toLowerCase()}`,
        params: params.extend({ version: z.coerce.number().int() }),
        body: z.object({ version: z.number().int() }),
        response: answer,
      },
    },
    (request) => {
      const { id, version: to } = request.params
      return restoreListing(editor, database, actorOf(request), id, { to, version: request.body.version })
    },
  )
}
