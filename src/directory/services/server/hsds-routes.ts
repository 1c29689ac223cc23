import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import {
  findHsdsOf,
  findHsdsOrganization,
  findHsdsService,
  type HsdsList,
  type HsdsRecord,
  listHsds,
} from './hsds-queries.ts'

const tags = ['hsds']
/** The standard's schemas define the content. */
const Record = z.record(z.string(), z.unknown())
const Page = z.object({
  total_items: z.number().int(),
  total_pages: z.number().int(),
  page_number: z.number().int(),
  size: z.number().int(),
  first_page: z.boolean(),
  last_page: z.boolean(),
  empty: z.boolean(),
  contents: z.array(Record),
})
const PageNumber = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  per_page: z.coerce.number().int().min(1).max(200).default(50),
})
const ById = z.object({ id: Id })

/**
 * The directory as an API based on Open Referral HSDS 3.1. Contains only listed records, and is public like the
 * directory.
 */
export const hsdsRoutes: FastifyPluginAsyncZod<{ database: Database; config: Pick<Config, 'publicUrl'> }> = async (
  app,
  { database, config },
) => {
  app.get(
    '/hsds/',
    {
      config: { access: 'anyone' },
      schema: { tags, summary: 'Which version of HSDS this directory is published in', response: { 200: Record } },
    },
    async () => ({
      version: '3.1',
      profile: 'https://docs.openreferral.org/en/v3.1.1/hsds/schema_reference.html',
      openapi_url: `${config.publicUrl}/api/openapi.json`,
    }),
  )

  for (const name of ['services', 'organizations', 'taxonomies', 'taxonomy_terms'] as const satisfies HsdsList[])
    app.get(
      `/hsds/${name}`,
      {
        config: { access: 'anyone' },
        schema: {
          tags,
          summary: `A page of the directory's ${name}`,
          querystring: PageNumber,
          response: { 200: Page },
        },
      },
      async ({ query }) => {
        const { total, contents } = await listHsds(database, name, { page: query.page, perPage: query.per_page })
        const pages = Math.ceil(total / query.per_page)
        return {
          total_items: total,
          total_pages: pages,
          page_number: query.page,
          size: contents.length,
          first_page: query.page === 1,
          last_page: query.page >= pages,
          empty: contents.length === 0,
          contents,
        }
      },
    )

  const one = (path: string, find: (id: string) => Promise<HsdsRecord | undefined>) =>
    app.get(
      path,
      {
        config: { access: 'anyone' },
        schema: { tags, summary: 'One record of the directory', params: ById, response: { 200: Record } },
      },
      async ({ params }) => {
        const record = await find((params as z.infer<typeof ById>).id)
        if (!record) throw problem('not-found')
        return record
      },
    )
  one('/hsds/services/:id', (id) => findHsdsService(database, id))
  one('/hsds/organizations/:id', (id) => findHsdsOrganization(database, id))
  one('/hsds/taxonomies/:id', (id) => findHsdsOf(database, 'taxonomies', id))
  one('/hsds/taxonomy_terms/:id', (id) => findHsdsOf(database, 'taxonomy_terms', id))
}
