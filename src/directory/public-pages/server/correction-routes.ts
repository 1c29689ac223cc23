import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { anybody } from '#directory/services/server/directory-public.ts'
import type { ServiceDetail } from '#directory/services/service-detail.ts'
import { suggestCorrection } from '#directory/suggestions/server/suggestions-public.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import type { Language } from '#platform/server/texts.ts'
import { CorrectionForm } from '../correction.ts'
import { PageLanguage } from '../public-search.ts'
import { correctionPage, isSaidAlready, keyOfCorrection, readCorrection, suggestionOf } from './correction-page.ts'
import { hrefOf, pageWriter, type Visit } from './page-parts.ts'

const FORM_LIMIT = 16 * 1024
const reading = { access: 'anyone' as const, limitedAs: 'directory-page' as const }
/** Not counted with the pages: reading much is no reason to be refused a correction. */
const sending = { access: 'anyone' as const, limitedAs: 'correction' as const }
const tags = ['public directory']
const produces = ['text/html']
const params = z.object({ id: z.string().max(100) })

interface Pages {
  database: Database
  product: Config
  visitOf: (request: FastifyRequest) => Visit
  send: (reply: FastifyReply, visit: Visit, html: string) => FastifyReply
  /** @throws problem not-found */
  getListed: (id: string) => Promise<ServiceDetail>
}

/** Readers of the public directory say what is wrong about a service. */
export function registerCorrections(given: FastifyInstance, { database, product, visitOf, send, getListed }: Pages) {
  const app = given.withTypeProvider<ZodTypeProvider>()

  app.get(
    '/find/:id/correction',
    {
      config: reading,
      schema: {
        ...{ tags, produces, summary: 'The form to say what is wrong about a service', params },
        querystring: z.object({ lang: PageLanguage }),
      },
    },
    async (request, reply) => {
      const service = await getListed(request.params.id)
      const visit = visitOf(request)
      return send(reply, visit, correctionPage(service, keyOfCorrection(product, service.id), visit))
    },
  )

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

  app.post(
    '/find/:id/correction',
    {
      config: sending,
      schema: { tags, produces, summary: 'Say what is wrong about a service', params, body: CorrectionForm },
    },
    async (request, reply) => {
      const given = request.body
      const service = await getListed(request.params.id)
      const visit = { ...visitOf(request), chosen: given.lang as Language | undefined }
      if (visit.chosen) visit.writer = pageWriter(visit.chosen, product.timeZone)
      const key = keyOfCorrection(product, service.id)
      const { correction, wrong } = readCorrection(product, service.id, given)
      if (!correction) return send(reply.code(400), visit, correctionPage(service, key, visit, { given, wrong }))
      if (!given.website && !isSaidAlready(correction, service)) {
        const { language } = visit.writer
        const reader = { actor: null, source: 'public-page' as const, email: null, language, reader: anybody }
        await suggestCorrection(
          { database, config: product },
          service.id,
          reader,
          suggestionOf(correction, product.timeZone),
        )
      }
      return reply.redirect(hrefOf(visit, `/${service.id}`, { said: 'correction' }), 303)
    },
  )
}
