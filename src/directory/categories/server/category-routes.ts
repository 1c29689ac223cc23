import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { managerRoles } from '#directory/services/directory-policy.ts'
import { listCategories } from '#directory/services/server/directory-public.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Database } from '#platform/server/database.ts'
import {
  CategoryAct,
  CategoryChange,
  CategoryMerge,
  CategoryRetirement,
  CategoryValues,
  ManagedCategory,
} from '../category.ts'
import { listActs } from './category-history.ts'
import { changeRetirement, mergeCategories } from './end-category.ts'
import { changeCategory, createCategory, getCategory } from './save-category.ts'

const config = { access: managerRoles }
const params = z.object({ id: Id })
const path = '/api/category/'

/** The categories of the directory, for its data managers. */
export const categoryRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(
    path,
    {
      config,
      schema: {
        summary: 'All categories with their words, the retired ones too',
        response: { 200: z.object({ items: z.array(ManagedCategory) }) },
      },
    },
    async () => ({ items: await listCategories(database) }),
  )
  app.post(
    path,
    { config, schema: { summary: 'Add a category', body: CategoryValues, response: { 201: ManagedCategory } } },
    async (request, reply) => reply.status(201).send(await createCategory(database, actorOf(request), request.body)),
  )
  app.put(
    `${path}:id`,
    {
      config,
      schema: {
        summary: 'Change the names, the place, the need and the synonyms of a category',
        params,
        body: CategoryChange,
        response: { 200: ManagedCategory },
      },
    },
    (request) => changeCategory(database, actorOf(request), request.params.id, request.body),
  )
  app.post(
    `${path}:id/merge`,
    {
      config,
      schema: {
        summary: 'Merge a category into another one, with its listings',
        params,
        body: CategoryMerge,
        response: { 200: ManagedCategory },
      },
    },
    (request) => mergeCategories(database, actorOf(request), request.params.id, request.body),
  )
  app.put(
    `${path}:id/retirement`,
    {
      config,
      schema: {
        summary: 'Stop offering a category that no listing has, or offer it again',
        params,
        body: CategoryRetirement,
        response: { 200: ManagedCategory },
      },
    },
    (request) => changeRetirement(database, actorOf(request), request.params.id, request.body),
  )
  app.get(
    `${path}:id/history`,
    {
      config,
      schema: {
        summary: 'Who changed what of a category',
        params,
        response: { 200: z.object({ items: z.array(CategoryAct) }) },
      },
    },
    async (request) => {
      const { id } = await getCategory(database, request.params.id)
      return { items: await listActs(database, id) }
    },
  )
}
