import { expect, it, onTestFinished, vi } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { type OpenOptions, type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'
import { type LegalLanguage, legalTexts, numberedHeading } from '../legal-document.ts'
import { loadLegalDocument } from '../load-legal-document.ts'

const app = await startTestApp({ CONTACT_EMAIL: 'desk@legal.test' })
const openScreen = screensOf(app)

const textOf = (element: Element) => element.textContent
const filled = (name: 'privacy-policy' | 'terms' | 'confidentiality', language: LegalLanguage = 'en') =>
  loadLegalDocument(name, language, {
    productName: 'Hearthline',
    contactEmail: 'desk@legal.test',
    siteUrl: location.origin,
  })
/** Opens a document, once its text is there. */
async function openText(path: string, options: OpenOptions = {}) {
  const page = await openScreen(path, options)
  await page.findByRole('article')
  return page
}
const heading = (page: OpenScreen) => page.queryByRole('heading', { level: 1 })?.textContent

it('LEG-01 the privacy policy stands in full, with numbered chapters and a table of contents that leads to them', async () => {
  const document = await filled('privacy-policy')
  const page = await openText('/legal/privacyPolicy')
  expect(heading(page)).toBe('Privacy Policy')
  expect(page.title()).toContain('Privacy Policy')
  expect(page.getByText('Last updated September 2020')).toBeTruthy()
  for (const text of legalTexts(document)) expect(page.words()).toContain(text)
  expect(page.getAllByRole('heading', { level: 2 }).map(textOf)).toEqual(document.sections.map(numberedHeading))
  const parts = document.sections.flatMap(({ sections = [] }) => sections.map(({ heading }) => heading))
  expect(page.getAllByRole('heading', { level: 3 }).map(textOf)).toEqual(parts)
  for (const { id } of document.sections) {
    const region = page.getByRole('article').querySelector(`section[aria-labelledby="${id}"]`)
    expect(region?.querySelector('h2')?.id).toBe(id)
  }
  const contents = within(page.getByRole('navigation', { name: 'On this page' }))
  expect(contents.getAllByRole('link').map((link) => [textOf(link), link.getAttribute('href')])).toEqual(
    document.sections.map(({ id, heading }) => [heading, `#${id}`]),
  )
  const listed = document.sections.flatMap(({ blocks }) => blocks).filter((block) => typeof block !== 'string')
  const items = listed
    .flatMap(({ list }) => list)
    .map((one) => (typeof one === 'string' ? one : `${one.term}: ${one.text}`))
  const shown = [...page.getByRole('article').querySelectorAll('li')].map(textOf)
  for (const item of items) expect(shown).toContain(item)
  expect(page.queryByRole('link', { name: 'Open as PDF' })).toBeNull()
})

it('LEG-01 the contact address of the legal texts can be clicked, and what stands around it stays', async () => {
  const page = await openText('/legal/privacyPolicy')
  const links = within(page.getByRole('article')).getAllByRole('link', { name: 'desk@legal.test' })
  for (const link of links) {
    expect(link.getAttribute('href')).toBe('mailto:desk@legal.test')
    expect(link.parentElement?.textContent).not.toBe('desk@legal.test')
  }
  expect(links.length).toBeGreaterThan(0)
})

it('LEG-01 the terms are printed, opened as a PDF, and change their language in place', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  onTestFinished(() => void vi.unstubAllGlobals())
  const page = await openText('/legal/terms')
  expect(heading(page)).toBe('Individual Access Terms and Conditions')
  expect(page.title()).toContain('Terms and Conditions')
  const pdf = page.getByRole('link', { name: 'Open as PDF' })
  expect([pdf.getAttribute('href'), pdf.getAttribute('type')]).toEqual([
    '/legal/terms.pdf?language=en',
    'application/pdf',
  ])
  expect(print).not.toHaveBeenCalled()
  await page.press('Print')
  expect(print).toHaveBeenCalledTimes(1)
  const whole = page.getByRole('article').parentElement
  expect(whole?.lang).toBe('en')
  await page.press('Español')
  const spanish = await filled('terms', 'es')
  await waitFor(() => expect(heading(page)).toBe(spanish.title))
  expect(page.getByRole('link', { name: /PDF/ }).getAttribute('href')).toBe('/legal/terms.pdf?language=es')
  expect(page.getByRole('article').parentElement?.lang).toBe('es')
  for (const text of legalTexts(spanish)) expect(page.words()).toContain(text)
})

it('LEG-01 the reader moves between the documents, and sees which one is open', async () => {
  const page = await openText('/legal/terms')
  const documents = within(page.getByRole('navigation', { name: 'Legal documents' }))
  expect(documents.getAllByRole('link').map((link) => [textOf(link), link.getAttribute('href')])).toEqual([
    ['Privacy Policy', '/legal/privacyPolicy'],
    ['Terms and Conditions', '/legal/terms'],
  ])
  expect(documents.getByRole('link', { current: 'page' }).textContent).toBe('Terms and Conditions')
  await page.user.click(documents.getByRole('link', { name: 'Privacy Policy' }))
  await waitFor(() => expect(heading(page)).toBe('Privacy Policy'))
  expect(page.location()).toBe('/legal/privacyPolicy')
  expect(page.getByRole('main').id).toBe('content')
})

it('LEG-01 an address with a section opens at it, and a phone begins with the contents folded', async () => {
  const seen: string[] = []
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    seen.push(this.id)
  })
  onTestFinished(() => scroll.mockRestore())
  const page = await openText('/legal/terms#governing-law')
  await waitFor(() => expect(seen[0]).toBe('governing-law'))
  // The router scrolls too, if the text is there at once.
  expect(new Set(seen)).toEqual(new Set(['governing-law']))
  const before = seen.length
  const folded = (of: OpenScreen) => of.getByRole('navigation', { name: 'On this page' }).querySelector('details')?.open
  expect(folded(page)).toBe(true)
  const phone = await openText('/legal/terms', { width: 360 })
  expect(folded(phone)).toBe(false)
  expect(seen).toHaveLength(before)
})
