import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { actorOf } from '#platform/server/access.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { ConsentTexts, DraftCall, FilledText, PreviewCall, PublishCall } from '../consent-text.ts'
import { findCurrentText, listConsentTexts, publishDraft, saveDraft } from './consent-text-queries.ts'
import { fillText } from './fill-text.ts'

const admin = { access: ['platform-admin'] as const }
const staff = { access: ['organization-admin', 'organization-staff'] as const }

/** The text on which people give their consent. */
export const consentTextRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(
    '/api/consentText/',
    { config: admin, schema: { summary: 'All versions of the consent text', response: { 200: ConsentTexts } } },
    async () => ({ items: await listConsentTexts(database), nextCursor: null }),
  )
  app.put(
    '/api/consentText/draft',
    {
      config: admin,
      schema: { summary: 'Save the draft of the next consent text', body: DraftCall, response: { 200: ConsentTexts } },
    },
    (request) => saveDraft(database, actorOf(request), request.body),
  )
  app.post(
    '/api/consentText/publish',
    {
      config: admin,
      schema: { summary: 'Publish the draft of the consent text', body: PublishCall, response: { 200: ConsentTexts } },
    },
    (request) => publishDraft(database, actorOf(request), request.body.version),
  )
  app.post(
    '/api/consentText/preview',
    {
      config: staff,
      schema: { summary: 'The text of a consent to be given', body: PreviewCall, response: { 200: FilledText } },
    },
    async (request) => {
      const { organizationId } = actorOf(request)
      if (!organizationId) throw problem('forbidden')
      const text = await findCurrentText(database)
      if (!text) throw problem('not-found')
      const { language, ...terms } = request.body
      return fillText(database, text, { language, organizationId, terms })
    },
  )
}
