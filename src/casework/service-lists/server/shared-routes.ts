import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { noteProblem } from '#platform/server/errors.ts'
import { problem } from '#platform/server/problem.ts'
import { readLanguage } from '#platform/server/texts.ts'
import { type ListLanguage, listLanguages } from '../service-list.ts'
import { HelpedForm, WORDS_MAX, WrongForm } from '../shared-answer.ts'
import { listHelped } from './list-queries.ts'
import { recordHelped, recordWrong } from './shared-answers.ts'
import { isKeyOfForms, keyOfForms, openLink } from './shared-link.ts'
import { plainPage, sendSharedPage, sharedPage } from './shared-page.ts'
import { writerOf } from './sheet-words.ts'
import { writeSheet } from './write-sheet.ts'

const FORM_LIMIT = 16 * 1024
const config = { access: 'anyone' as const, limitedAs: 'shared-page' as const }
const tags = ['shared lists']
const produces = ['text/html']
const params = z.object({ token: z.string() })

const PageQuery = z.object({
  language: z.enum(listLanguages).optional().catch(undefined).meta({ title: 'Language' }),
  /** What was just sent; the page thanks for it. */
  said: z.enum(['helped', 'wrong']).nullable().catch(null).default(null),
})

/** The texts of a page that opens no list, by the status of its problem. */
const failures: Record<number, string> = { 400: 'form', 404: 'unknown', 410: 'closed', 413: 'form', 429: 'busy' }

/**
 * `/l/:token`: the list behind a link, for whoever has it. Its pages need neither an account nor a script, and name
 * neither the person nor the staff.
 */
export const sharedRoutes: FastifyPluginAsyncZod<{ database: Database; config: Config }> = async (
  app,
  { database, config: product },
) => {
  const { productName, timeZone } = product

  const sendPage = (reply: FastifyReply, language: ListLanguage, html: string) =>
    sendSharedPage(reply.header('x-robots-tag', 'noindex, nofollow'), language, html)

  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const { status } = noteProblem(error, request, reply)
    const language = readLanguage(request.headers['accept-language'])
    const { t } = writerOf(language, timeZone)
    const about = failures[status] ?? 'failed'
    const { token = '' } = request.params as { token?: string }
    const back = { label: t('page.back'), url: `/l/${encodeURIComponent(token)}` }
    const head = { language, productName, title: t(`page.${about}Title`) }
    const text = t(`page.${about}Text`, { count: WORDS_MAX })
    return sendPage(reply.code(status), language, plainPage(head, text, about === 'form' ? back : undefined))
  })

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

  /** The link that a form of its page belongs to. */
  async function openForm(token: string, key: string) {
    const link = await openLink(database, token)
    if (!isKeyOfForms(product, token, key)) throw problem('invalid-request')
    return link
  }

  /** Back to the page: a reload then sends nothing twice. */
  const thank = (reply: FastifyReply, token: string, said: 'helped' | 'wrong', language?: ListLanguage) =>
    reply.redirect(`/l/${encodeURIComponent(token)}?said=${said}${language ? `&language=${language}` : ''}`, 303)

  app.get(
    '/l/:token',
    {
      config,
      schema: { tags, produces, summary: 'The page of a shared list of services', params, querystring: PageQuery },
    },
    async (request, reply) => {
      const { token } = request.params
      const link = await openLink(database, token)
      const { language = link.list.language, said } = request.query
      const writer = writerOf(language, timeZone)
      const other = writerOf(language === 'en' ? 'es' : 'en', timeZone)
      const page = {
        ...{ path: `/l/${token}`, key: keyOfForms(product, token) },
        ...{ productName, expiresOn: link.expiresOn, said, helped: await listHelped(database, link.id) },
      }
      const sheet = await writeSheet(database, product, link.list, language)
      return sendPage(reply, language, sharedPage(sheet, page, writer, other))
    },
  )

  app.post(
    '/l/:token/helped',
    {
      config,
      schema: { tags, produces, summary: 'Say on a shared list that a service helped', params, body: HelpedForm },
    },
    async (request, reply) => {
      const { key, serviceId, language } = request.body
      await recordHelped(database, await openForm(request.params.token, key), serviceId)
      return thank(reply, request.params.token, 'helped', language)
    },
  )

  app.post(
    '/l/:token/wrong',
    {
      config,
      schema: { tags, produces, summary: 'Say on a shared list that a fact was wrong', params, body: WrongForm },
    },
    async (request, reply) => {
      const { key, language } = request.body
      const link = await openForm(request.params.token, key)
      await recordWrong({ database, config: product }, link, request.body, language ?? link.list.language)
      return thank(reply, request.params.token, 'wrong', language)
    },
  )
}
