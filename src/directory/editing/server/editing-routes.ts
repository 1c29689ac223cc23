import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ListedPlace, PlaceValues, ServiceValues } from '#directory/services/service-document.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { editorRoles } from '../editing-policy.ts'
import {
  AddedPlace,
  Confidentiality,
  EditedPlace,
  EditedProfile,
  EditedService,
  IntakeChange,
  Listings,
  NewService,
  ProfileValues,
  Removal,
} from '../listing-editing.ts'
import { addPlace } from './add-place.ts'
import { addService, getListings } from './add-service.ts'
import { changeListing } from './change-listing.ts'
import { registerListing } from './listing-routes.ts'
import { markPlace } from './mark-place.ts'
import { placeEditor } from './place-editor.ts'
import { profileEditor } from './profile-editor.ts'
import { removePlace } from './remove-place.ts'
import { serviceEditor } from './service-editor.ts'

const config = { access: editorRoles }

/** Organizations edit what the directory says about them. */
export const editingRoutes: FastifyPluginAsyncZod<{ database: Database; config: Pick<Config, 'timeZone'> }> = async (
  app,
  { database, config: { timeZone } },
) => {
  const services = serviceEditor(timeZone)
  const places = placeEditor(timeZone)

  app.get(
    '/api/listing/',
    {
      config,
      schema: {
        summary: 'The services and places of an organization, to edit them',
        querystring: z.object({ organizationId: Id.optional() }),
        response: { 200: Listings },
      },
    },
    (request) => getListings(database, actorOf(request), request.query.organizationId, timeZone),
  )

  app.put(
    '/api/service/:id/intakeStatus',
    {
      config,
      schema: {
        summary: 'Say whether a service takes new people, and until when that holds',
        params: z.object({ id: Id }),
        body: IntakeChange,
        response: { 200: EditedService },
      },
    },
    async (request) => {
      const { version, intake } = request.body
      const save = { version, changes: { intake } }
      return (await changeListing(services, database, actorOf(request), request.params.id, save)) as EditedService
    },
  )

  app.put(
    '/api/location/:id/confidentiality',
    {
      config,
      schema: {
        summary: 'Mark a place as confidential, or show its address to everyone again',
        params: z.object({ id: Id }),
        body: Confidentiality,
        response: { 200: ListedPlace },
      },
    },
    (request) => markPlace(database, actorOf(request), request.params.id, request.body),
  )

  app.post(
    '/api/location/',
    {
      config,
      schema: { summary: 'Add a place to an organization', body: AddedPlace, response: { 201: ListedPlace } },
    },
    async (request, reply) => reply.status(201).send(await addPlace(places, database, actorOf(request), request.body)),
  )

  app.put(
    '/api/location/:id/removal',
    {
      config,
      schema: {
        summary: 'Remove a place from an organization and its services, or bring it back',
        params: z.object({ id: Id }),
        body: Removal,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await removePlace({ places, services }, database, actorOf(request), request.params.id, request.body)
      return reply.status(204).send(null)
    },
  )

  app.post(
    '/api/service/',
    {
      config,
      schema: { summary: 'Add a service to the directory', body: NewService, response: { 201: EditedService } },
    },
    async (request, reply) =>
      reply.status(201).send(await addService({ services, places }, database, actorOf(request), request.body)),
  )

  registerListing(app, database, {
    ...{ editor: services, path: '/api/service/:id', savePath: '/api/service/:id', name: 'A service' },
    ...{ contract: EditedService, values: ServiceValues, timeZone },
  })
  registerListing(app, database, {
    ...{ editor: profileEditor(timeZone), path: '/api/organization/:id', savePath: '/api/organization/:id/editor' },
    ...{ name: 'A profile', contract: EditedProfile, values: ProfileValues, timeZone },
  })
  registerListing(app, database, {
    ...{ editor: places, path: '/api/location/:id', savePath: '/api/location/:id', name: 'A place' },
    ...{ contract: EditedPlace, values: PlaceValues, timeZone },
  })
}
