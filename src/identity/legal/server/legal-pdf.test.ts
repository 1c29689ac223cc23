import { expect, it } from 'vitest'
import { readPdfLines } from '#test/pdf-text.ts'
import type { LegalBlock } from '../legal-document.ts'
import { legalPdf } from './legal-pdf.ts'

const MARGIN = 64
const pageOf = (page: number, pages: number) => `${page} of ${pages}`
const draw = async (given: Partial<Parameters<typeof legalPdf>[0]> = {}) => {
  const document = { title: 'The terms', language: 'en' as const, introduction: [], sections: [], ...given }
  return readPdfLines(await legalPdf(document, { productName: 'Lantern', pageOf }))
}
const chapter = (heading: string, blocks: LegalBlock[] = ['Words.']) => ({ id: heading, heading, blocks })
const tenth = (value: number) => Math.round(value * 10) / 10

it('LEG-01 sets headings bold and larger, indents lists, and leaves room between paragraphs', async () => {
  const list = { list: ['One.', { term: 'Two', text: 'Of two.' }] }
  const part = { id: 'part', heading: 'A part', blocks: ['Deep.'] }
  const [page = []] = await draw({
    updated: 'Today',
    introduction: ['First.', 'Second.'],
    sections: [{ ...chapter('A chapter', ['Words.', list, 'After.']), sections: [part] }],
  })
  const below = (index: number) => tenth((page[index - 1]?.y ?? 792) - (page[index]?.y ?? 0))
  expect(
    page.map(({ tag, isBold, size, x, text }, index) => [
      tag,
      isBold ? 'bold' : '',
      size,
      tenth(x),
      below(index),
      text,
    ]),
  ).toEqual([
    ['H1', 'bold', 22, MARGIN, 85.6, 'The terms'],
    ['P', '', 10.5, MARGIN, 29.7, 'Today'],
    ['P', '', 10.5, MARGIN, 24.3, 'First.'],
    ['P', '', 10.5, MARGIN, 24.3, 'Second.'],
    ['H2', 'bold', 14, MARGIN, 38.7, '1. A chapter'],
    ['P', '', 10.5, MARGIN, 23, 'Words.'],
    ['Lbl', 'bold', 10.5, MARGIN + 4, 24.3, '•'],
    ['LBody', '', 10.5, MARGIN + 16, 0, 'One.'],
    ['Lbl', 'bold', 10.5, MARGIN + 4, 20.2, '•'],
    ['LBody', 'bold', 10.5, MARGIN + 16, 0, 'Two: '],
    ['LBody', '', 10.5, 105.8, 0, 'Of two.'],
    ['P', '', 10.5, MARGIN, 24.3, 'After.'],
    ['H3', 'bold', 11.5, MARGIN, 29.4, 'A part'],
    ['P', '', 10.5, MARGIN, 18, 'Deep.'],
    ['Artifact', '', 9, 296, 417.8, '1 of 1'],
  ])
})

it('LEG-01 says its title, author and language, and lists its chapters and parts for a reader', async () => {
  const part = { id: 'part', heading: 'A part', blocks: ['Deep.'] }
  const pdf = await legalPdf(
    { title: 'The terms', language: 'es', introduction: [], sections: [{ ...chapter('Chapter'), sections: [part] }] },
    { productName: 'Lantern', pageOf },
  )
  const raw = pdf.toString('latin1')
  expect(raw.startsWith('%PDF-1.7')).toBe(true)
  for (const said of ['/Lang (es-US)', '/DisplayDocTitle true', '/Marked true', '(The terms - Lantern)'])
    expect(raw).toContain(said)
  for (const said of ['(Lantern)', '/Title (1. Chapter)', '/Title (A part)']) expect(raw).toContain(said)
  expect(raw).toContain('/MediaBox [0 0 612 792]')
})

it('LEG-01 breaks lines within the margins, those of lists within theirs', async () => {
  const long = 'Words that go on and on. '.repeat(12).trim()
  const [page = []] = await draw({ introduction: [long, { list: [long, { term: 'Term', text: long }] }] })
  const starts = (tag: string) => [...new Set(page.filter((line) => line.tag === tag).map(({ x }) => tenth(x)))]
  expect(starts('P')).toEqual([MARGIN])
  expect(starts('Lbl')).toEqual([MARGIN + 4])
  expect(starts('LBody')[0]).toBe(MARGIN + 16)
  const lines = (tag: string) => page.filter((line) => line.tag === tag)
  const gap = (tag: string) => tenth((lines(tag)[0]?.y ?? 0) - (lines(tag)[1]?.y ?? 0))
  expect([gap('P'), gap('LBody')]).toEqual([16.2, 16.2])
  // A list is narrower than a paragraph by its indent.
  expect(lines('LBody')[0]?.text.length).toBeLessThan(lines('P')[0]?.text.length ?? 0)
  expect([lines('P').length, lines('LBody').length]).toEqual([3, 9])
})

it('LEG-01 has a foot on each page, in the middle, that counts from one', async () => {
  const pages = await draw({ introduction: Array.from({ length: 80 }, (_, n) => `Paragraph ${n}.`) })
  expect(pages.length).toBe(3)
  pages.forEach((page, index) => {
    const feet = page.filter(({ tag }) => tag === 'Artifact')
    expect(feet.map(({ text, size }) => [text, size])).toEqual([[`${index + 1} of 3`, 9]])
    const [foot] = feet
    expect(foot?.y).toBeLessThan(MARGIN / 2 + 9)
    expect(Math.abs((foot?.x ?? 0) - 295)).toBeLessThan(2)
    for (const line of page.filter(({ tag }) => tag !== 'Artifact')) expect(line.y).toBeGreaterThan(MARGIN - 1)
  })
})

/** The position of a chapter after this many paragraphs, and the text there. */
const pageOfChapter = async (paragraphs: number, more: object = {}) => {
  const introduction = Array.from({ length: paragraphs }, () => 'Words.')
  const pages = await draw({ introduction, sections: [{ ...chapter('Chapter'), ...more }] })
  const index = pages.findIndex((page) => page.some(({ tag }) => tag === 'H2'))
  return { index, first: pages[index]?.[0]?.text, y: pages[index]?.find(({ tag }) => tag === 'H2')?.y ?? 0 }
}

it('LEG-01 begins a new page for a heading that has less than 96 points below it', async () => {
  const places = []
  for (let paragraphs = 18; paragraphs < 25; paragraphs += 1) places.push(await pageOfChapter(paragraphs))
  const last = places.filter(({ index }) => index === 0).at(-1)
  const next = places.find(({ index }) => index === 1)
  expect(next).toMatchObject({ first: '1. Chapter' })
  expect(tenth(792 - (next?.y ?? 0))).toBe(77.8)
  // One paragraph more would have left too little.
  expect(last?.y).toBeGreaterThan(MARGIN + 96 - 14 - 12)
  expect((last?.y ?? 0) - 24.34).toBeLessThan(MARGIN + 96)
  const withPart = { blocks: [], sections: [{ id: 'part', heading: 'Part', blocks: ['Words.'] }] }
  const counts = places.filter(({ index }) => index === 0).length
  const parts = []
  for (let paragraphs = 18; paragraphs < 25; paragraphs += 1) parts.push(await pageOfChapter(paragraphs, withPart))
  // Two headings need 48 points more: two paragraphs.
  expect(parts.filter(({ index }) => index === 0).length).toBe(counts - 2)
})

it('LEG-01 leaves no bullet alone at the foot of a page', async () => {
  const items = Array.from({ length: 60 }, (_, n) => `Item ${n}.`)
  const pages = await draw({ introduction: [{ list: items }] })
  expect(pages.length).toBe(2)
  for (const page of pages) {
    const tags = page.map(({ tag }) => tag).filter((tag) => tag === 'Lbl' || tag === 'LBody')
    expect(tags.filter((tag) => tag === 'Lbl').length).toBe(tags.filter((tag) => tag === 'LBody').length)
  }
  const last = pages[0]?.findLast(({ tag }) => tag === 'LBody')
  // Room for two lines of text.
  expect(last?.y).toBeGreaterThan(MARGIN + 10)
  expect((last?.y ?? 0) - 20.2).toBeLessThan(MARGIN + 21)
})
