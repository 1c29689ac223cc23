import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { editorRoles } from '#directory/editing/editing-policy.ts'
import { type ListAccepted, placeReaderOf, staffOf } from '#directory/services/server/directory-public.ts'
import { WITHOUT_PLACE } from '#directory/services/service-document.ts'
import { unknownWeek } from '#directory/services/week-hours.ts'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import { readCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import { readLanguage } from '#platform/server/texts.ts'
import {
  Correctable,
  NewSuggestion,
  Suggestion,
  SuggestionDecision,
  SuggestionPage,
  SuggestionQuery,
} from '../suggestion.ts'
import { decideSuggestion } from './decide-suggestion.ts'
import { listNamedPeople } from './find-people.ts'
import { getVisibleService, type Product, type Suggester, suggestCorrection } from './suggest-correction.ts'
import { countOpen, listOpen, waitsFor } from './suggestion-queries.ts'

const params = z.object({ id: Id })

/** Anyone suggests corrections of services; their owners decide. */
export const suggestionRoutes: FastifyPluginAsyncZod<{
  database: Database
  config: Product
  listAccepted: ListAccepted
}> = async (app, { database, config, listAccepted }) => {
  const suggesterOf = async (request: FastifyRequest, serviceId: string): Promise<Suggester> => {
    const actor = actorOf(request)
    return {
      ...{ actor, source: 'account' as const, email: null, language: readLanguage(request.headers['accept-language']) },
      reader: await placeReaderOf(database, actor, [serviceId], listAccepted),
    }
  }

  app.get(
    '/api/service/:id/suggestion',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'What a form for corrections of a service shows as its present values',
        params,
        response: { 200: Correctable },
      },
    },
    async (request) => {
      const { id } = request.params
      const service = await getVisibleService(database, id, await suggesterOf(request, id))
      const { values, places } = service
      const { eligibilityDescription, applicationProcess, hours } = values
      const named = await listNamedPeople(database, service)
      return {
        ...{ eligibilityDescription, applicationProcess },
        contacts: named.map(({ placeName, contact }) => ({ placeName, contact })),
        hours: Object.entries(hours).map(([key, week]) => {
          const place = key === WITHOUT_PLACE ? undefined : places.find((one) => one.id === key)
          return {
            ...{ key, placeName: place?.name ?? place?.address ?? null },
            ...{ week: week ?? unknownWeek(), specialDays: place?.specialDays ?? [] },
          }
        }),
      }
    },
  )

  app.post(
    '/api/service/:id/suggestion',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'Suggest a correction of a service to its owner',
        params,
        body: NewSuggestion,
        response: { 201: z.object({ id: Id }) },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const suggester = await suggesterOf(request, id)
      return reply.status(201).send(await suggestCorrection({ database, config }, id, suggester, request.body))
    },
  )

  app.get(
    '/api/suggestion/',
    {
      config: { access: editorRoles },
      schema: {
        summary: 'The suggested corrections that wait for the caller, oldest first',
        querystring: SuggestionQuery,
        response: { 200: SuggestionPage },
      },
    },
    async (request) => {
      const { organizationId, limit, cursor } = request.query
      const [on, id] = readCursor(cursor, [Timestamp, Id]) ?? []
      const after = on && id ? ([on, id] as const) : undefined
      const actor = actorOf(request)
      return listOpen(database, waitsFor(actor, organizationId), { limit, after, reader: staffOf(actor) })
    },
  )

  app.get(
    '/api/suggestion/count',
    {
      config: { access: editorRoles },
      schema: {
        summary: 'How many suggested corrections wait for the caller, at most 100',
        querystring: SuggestionQuery.pick({ organizationId: true }),
        response: { 200: z.object({ count: z.number().int() }) },
      },
    },
    async (request) => ({
      count: await countOpen(database, waitsFor(actorOf(request), request.query.organizationId)),
    }),
  )

  app.post(
    '/api/suggestion/:id/decision',
    {
      config: { access: editorRoles },
      schema: {
        summary: 'Accept a suggested correction, say that something else was saved, or reject it with a reason',
        params,
        body: SuggestionDecision,
        response: { 200: Suggestion },
      },
    },
    (request) => decideSuggestion({ database, config }, actorOf(request), request.params.id, request.body),
  )
}
