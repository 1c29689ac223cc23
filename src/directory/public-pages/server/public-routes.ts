import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  anybody,
  findListedOrganization,
  findServiceDetail,
  listTerms,
  readCrisisHelp,
} from '#directory/services/server/directory-public.ts'
import { findMergedOrganization } from '#identity/organizations/server/organizations-public.ts'
import { Id } from '#platform/schema/fields.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { tagAnswer } from '#platform/server/entity-tag.ts'
import { noteProblem } from '#platform/server/errors.ts'
import { problem } from '#platform/server/problem.ts'
import { type Language, readLanguage } from '#platform/server/texts.ts'
import { PageLanguage, PublicQuery } from '../public-search.ts'
import { registerCorrections } from './correction-routes.ts'
import { organizationPage } from './organization-page.ts'
import { e, hrefOf, pageWriter, sendPage, type Visit, writePage } from './page-parts.ts'
import { searchPage } from './search-page.ts'
import { listPublicly, searchPublicly } from './search-publicly.ts'
import { servicePage } from './service-page.ts'

const SECONDS_KEPT = 60
const config = { access: 'anyone' as const, limitedAs: 'directory-page' as const }
const tags = ['public directory']
const produces = ['text/html']
const params = z.object({ id: z.string().max(100) })

/** The texts of a page that shows nothing, by the status of its problem. */
const failures: Record<number, string> = { 400: 'form', 404: 'unknown', 413: 'form', 429: 'busy' }

/** @throws problem not-found */
function readId(id: string) {
  const read = Id.safeParse(id)
  if (!read.success) throw problem('not-found')
  return read.data
}

/**
 * `/find`: the directory for everybody, without an account and without scripts. The pages say the same to all who read
 * them in one language, and nothing about confidential places.
 */
export const publicRoutes: FastifyPluginAsyncZod<{ database: Database; config: Config }> = async (
  app,
  { database, config: product },
) => {
  const help = readCrisisHelp(product.crisisFile)

  function visitOf({ headers, query }: FastifyRequest): Visit {
    const chosen = PageLanguage.parse((query as { lang?: unknown }).lang) as Language | undefined
    const language = chosen ?? readLanguage(headers['accept-language'])
    return { config: product, help, chosen, writer: pageWriter(language, product.timeZone) }
  }
  const send = (reply: FastifyReply, { writer }: Visit, html: string) =>
    sendPage(reply.header('vary', 'accept-language'), writer.language, html)

  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const { status, extra } = noteProblem(error, request, reply)
    const visit = visitOf(request)
    const { t } = visit.writer
    const isSending = status === 429 && request.method === 'POST'
    const about = isSending ? 'manyCorrections' : (failures[status] ?? 'failed')
    const title = t(`${about}.title`)
    const text = t(`${about}.text`, { count: Math.max(1, Math.ceil(Number(extra.retryAfter ?? 0) / 60)) })
    const main = `<h1>${e(title)}</h1><p>${e(text)}</p><p><a href="${e(hrefOf(visit, ''))}">${e(t('find.again'))}</a></p>`
    return send(reply.code(status), visit, writePage({ title, path: '' }, visit, main))
  })

  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
    reply.header('cache-control', `public, max-age=${SECONDS_KEPT}`)
    return tagAnswer(request, reply, payload)
  })

  app.get(
    '/find',
    { config, schema: { tags, produces, summary: 'The search of the public directory', querystring: PublicQuery } },
    async (request, reply) => {
      const search = await searchPublicly({ database, config: product }, request.query)
      const visit = visitOf(request)
      const page = searchPage(search, await listTerms(database), visit)
      return send(reply.code(search.place.problem ? 400 : 200), visit, page)
    },
  )

  /** @throws problem not-found for a service that not everybody may see */
  async function getListed(id: string) {
    const service = await findServiceDetail(database, readId(id), product.timeZone, anybody)
    if (!service?.isListed) throw problem('not-found')
    return service
  }

  const place = z.string().max(100).optional().catch(undefined)
  app.get(
    '/find/:id',
    {
      config,
      schema: {
        ...{ tags, produces, summary: 'The page of a service in the public directory', params },
        querystring: z.object({ lang: PageLanguage, place, said: z.literal('correction').optional().catch(undefined) }),
      },
    },
    async (request, reply) => {
      const service = await getListed(request.params.id)
      const visit = visitOf(request)
      const { place: first, said } = request.query
      return send(reply, visit, servicePage(service, visit, { first, isThanked: said !== undefined }))
    },
  )

  registerCorrections(app, { database, product, visitOf, send, getListed })

  const more = PublicQuery.shape.more
  app.get(
    '/find/organization/:id',
    {
      config,
      schema: {
        ...{ tags, produces, summary: 'The page of an organization in the public directory', params },
        querystring: z.object({ lang: PageLanguage, more }),
      },
    },
    async (request, reply) => {
      const organizationId = readId(request.params.id)
      const stays = await findMergedOrganization(database, organizationId)
      if (stays) return reply.redirect(hrefOf(visitOf(request), `/organization/${stays}`), 307)
      const organization = await findListedOrganization(database, organizationId)
      if (!organization) throw problem('not-found')
      const results = await listPublicly({ database, config: product }, organizationId, request.query.more, {
        organizationId,
      })
      const visit = visitOf(request)
      return send(reply, visit, organizationPage(organization, results, visit, request.query.more))
    },
  )
}
