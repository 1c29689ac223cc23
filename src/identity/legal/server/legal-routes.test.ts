import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { readPdfText } from '#test/pdf-text.ts'
import { legalLanguages, legalTexts, numberedHeading } from '../legal-document.ts'
import { loadLegalDocument } from '../load-legal-document.ts'

const portal = await startTestApp({
  PRODUCT_NAME: 'Lantern',
  CONTACT_EMAIL: 'ask@lantern.example',
  PUBLIC_URL: 'https://lantern.example',
})
const names = { productName: 'Lantern', contactEmail: 'ask@lantern.example', siteUrl: 'https://lantern.example' }
const getPdf = (url: string) => portal.app.inject({ method: 'GET', url })
const squeeze = (text: string) => text.replace(/\s/g, '')

it.each(legalLanguages)(
  'LEG-01 serves every word of the terms as a PDF in %s to somebody who is not signed in',
  async (language) => {
    const answer = await getPdf(`/legal/terms.pdf?language=${language}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-language': language,
      'content-disposition': `inline; filename="terms-${language}.pdf"`,
    })

    const pages = readPdfText(answer.rawPayload)
    const foot = (page: number) =>
      squeeze(language === 'en' ? `Page ${page} of ${pages.length}` : `Página ${page} de ${pages.length}`)
    expect(pages.length).toBeGreaterThan(2)
    pages.forEach((text, index) => {
      expect(text.endsWith(foot(index + 1))).toBe(true)
    })
    const whole = pages.map((text, index) => text.slice(0, -foot(index + 1).length)).join('')
    for (const text of legalTexts(await loadLegalDocument('terms', language, names)))
      expect(whole).toContain(squeeze(text))
  },
)

it('LEG-01 makes a PDF that says its title and language and is structured for screen readers', async () => {
  const raw = (await getPdf('/legal/terms.pdf?language=es')).rawPayload.toString('latin1')
  const title = Buffer.from(`\ufeffTérminos y condiciones de acceso individual - Lantern`, 'utf16le')
    .swap16()
    .toString('latin1')
  expect(raw).toContain(title)
  expect(raw).toMatch(/\/Lang \(es-US\)/)
  expect(raw).toMatch(/\/Marked true/)
  for (const kind of ['Document', 'H1', 'H2', 'H3', 'P', 'L', 'LI', 'Lbl', 'LBody'])
    expect(raw).toContain(`/S /${kind}\n`)
})

it.each(legalLanguages)(
  'LEG-01 has a bookmark for each chapter and part in %s, and no page that ends with a heading',
  async (language) => {
    const { rawPayload } = await getPdf(`/legal/terms.pdf?language=${language}`)
    const { sections } = await loadLegalDocument('terms', language, names)
    const chapters = sections.map(numberedHeading)
    const parts = sections.flatMap(({ sections: inner }) => (inner ?? []).map(({ heading }) => heading))
    expect(parts.length).toBeGreaterThan(0)
    const raw = rawPayload.toString('latin1')
    const written = (text: string) =>
      [...text].every((letter) => letter < '\u0080')
        ? text.replace(/[()\\]/g, '\\$&')
        : Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('latin1')
    for (const title of [...chapters, ...parts]) expect(raw).toContain(`/Title (${written(title)})`)
    const headings = [...chapters, ...parts].map(squeeze)
    for (const text of readPdfText(rawPayload)) {
      const body = text.replace(/(?:Page\d+of\d+|Página\d+de\d+)$/, '')
      expect(headings.filter((heading) => body.endsWith(heading))).toEqual([])
    }
  },
)

it('LEG-01 gives the terms in English when no language is named, the same bytes each time', async () => {
  const [first, second] = [await getPdf('/legal/terms.pdf'), await getPdf('/legal/terms.pdf')]
  expect(first.headers['content-language']).toBe('en')
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
})

it('LEG-01 refuses a language that the terms are not written in, at its field', async () => {
  const { status, body } = await portal.anonymous('GET', '/legal/terms.pdf?language=fr')
  expect(status).toBe(400)
  expect(body.errors).toMatchObject([{ path: 'language' }])
})

it('LEG-01 tells the client which address the documents name', async () => {
  const { body } = await portal.anonymous('GET', '/api/configuration')
  expect(body).toMatchObject({
    contactEmail: 'ask@lantern.example',
    productName: 'Lantern',
    termsUrl: '/legal/terms.pdf',
  })
})
