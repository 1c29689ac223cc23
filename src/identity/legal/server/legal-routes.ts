import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Config } from '#platform/server/config.ts'
import { type LegalLanguage, type LegalNames, legalLanguages } from '../legal-document.ts'
import { loadLegalDocument } from '../load-legal-document.ts'
import { legalPdf } from './legal-pdf.ts'

export const pageOf: Record<LegalLanguage, (page: number, pages: number) => string> = {
  en: (page, pages) => `Page ${page} of ${pages}`,
  es: (page, pages) => `Página ${page} de ${pages}`,
}

async function makeTermsPdf(language: LegalLanguage, names: LegalNames) {
  const document = await loadLegalDocument('terms', language, names)
  return legalPdf(document, { productName: names.productName, pageOf: pageOf[language] })
}

/** `GET /legal/terms.pdf?language=en|es`: the terms as on their page, to save or print. */
export const legalRoutes: FastifyPluginAsyncZod<{
  config: Pick<Config, 'productName' | 'contactEmail' | 'publicUrl'>
}> = async (app, { config }) => {
  const names = { productName: config.productName, contactEmail: config.contactEmail, siteUrl: config.publicUrl }
  /** The text cannot change while the process runs, so each language is rendered once. */
  const drawn = new Map<LegalLanguage, Promise<Buffer>>()
  const termsPdf = (language: LegalLanguage) => {
    const pdf = drawn.get(language) ?? makeTermsPdf(language, names)
    drawn.set(language, pdf)
    pdf.catch(() => drawn.delete(language))
    return pdf
  }

  app.get(
    '/legal/terms.pdf',
    {
      config: { access: 'anyone' },
      schema: {
        summary: 'The terms and conditions as a PDF',
        produces: ['application/pdf'],
        querystring: z.object({ language: z.enum(legalLanguages).default('en').meta({ title: 'Language' }) }),
        response: { 200: z.instanceof(Buffer).meta({ type: 'string', format: 'binary' }) },
      },
    },
    async (request, reply) => {
      const { language } = request.query
      const pdf = await termsPdf(language)
      return reply
        .type('application/pdf')
        .header('content-language', language)
        .header('content-disposition', `inline; filename="terms-${language}.pdf"`)
        .header('cache-control', 'public, max-age=3600')
        .send(pdf)
    },
  )
}
