import { type Pdf, type Pen, renderPdf, tagged } from '#platform/server/tagged-pdf.ts'
import {
  type LegalBlock,
  type LegalDocument,
  type LegalListItem,
  type LegalSection,
  numberedHeading,
} from '../legal-document.ts'

type Level = 'H1' | 'H2' | 'H3'

export interface LegalPdfOptions {
  /** The document's author. */
  productName: string
  /** The page footer, for example 'Page 2 of 9'. */
  pageOf: (page: number, pages: number) => string
}

const MARGIN = 64
/** The space that a heading needs below it, so that it never ends a page. */
const KEEP_TOGETHER = 96
const INDENT = 16
const sizes: Record<Level, number> = { H1: 22, H2: 14, H3: 11.5 }
const BODY_SIZE = 10.5

type Drawn = Omit<LegalDocument, 'name'>

/** Renders a document as a tagged PDF on US Letter, with bookmarks and numbered pages. */
export const legalPdf = (document: Drawn, { productName, pageOf }: LegalPdfOptions): Promise<Buffer> =>
  renderPdf({ title: document.title, language: document.language, productName, margin: MARGIN, pageOf }, (pen) => {
    heading(pen, 'H1', document.title)
    if (document.updated) paragraph(pen, document.updated)
    blocks(pen, document.introduction)
    document.sections.forEach((section, index) => {
      chapter(pen, section, numberedHeading(section, index))
    })
  })

/**
 * Starts a new page if less than `room` is left on this one. Only between structure elements: inside them, pdfkit must
 * do it.
 */
function leaveRoom(pdf: Pdf, room: number) {
  const isFull = pdf.y + room > pdf.page.height - MARGIN
  if (isFull) pdf.addPage()
  return isFull
}

function heading(pen: Pen, level: Level, text: string) {
  const { pdf } = pen
  if (!leaveRoom(pdf, KEEP_TOGETHER) && level !== 'H1') pdf.moveDown(level === 'H2' ? 0.8 : 0.3)
  tagged(pen, level, () => pdf.font('bold').fontSize(sizes[level]).text(text, MARGIN, pdf.y, { lineGap: 1 }))
  pdf.moveDown(level === 'H3' ? 0.2 : 0.4)
}

function paragraph(pen: Pen, text: string) {
  const { pdf } = pen
  tagged(pen, 'P', () => pdf.font('regular').fontSize(BODY_SIZE).text(text, MARGIN, pdf.y, { lineGap: 2.5 }))
  pdf.moveDown(0.6)
}

function drawItem(pdf: Pdf, item: LegalListItem) {
  const options = { lineGap: 2.5, width: pdf.page.width - 2 * MARGIN - INDENT }
  pdf.font('regular').fontSize(BODY_SIZE)
  if (typeof item === 'string') return pdf.text(item, MARGIN + INDENT, pdf.y, options)
  pdf.font('bold').text(`${item.term}: `, MARGIN + INDENT, pdf.y, { ...options, continued: true })
  return pdf.font('regular').text(item.text, options)
}

function list(pen: Pen, items: readonly LegalListItem[]) {
  const { pdf } = pen
  const element = pdf.struct('L')
  pen.root.add(element)
  for (const item of items) {
    // Otherwise the bullet could be left alone at the bottom of the page.
    leaveRoom(pdf, 2 * BODY_SIZE)
    const bullet = () =>
      pdf
        .font('bold')
        .fontSize(BODY_SIZE)
        .text('•', MARGIN + 4, pdf.y, { lineBreak: false })
    element.add(
      pdf.struct('LI', {}, [pdf.struct('Lbl', {}, [bullet]), pdf.struct('LBody', {}, [() => drawItem(pdf, item)])]),
    )
    pdf.moveDown(0.3)
  }
  element.end()
  pdf.moveDown(0.3)
}

function blocks(pen: Pen, of: readonly LegalBlock[]) {
  for (const block of of) {
    if (typeof block === 'string') paragraph(pen, block)
    else list(pen, block.list)
  }
}

function chapter(pen: Pen, section: LegalSection, title: string) {
  const { pdf } = pen
  // A chapter that starts with a part has two headings to keep with their text.
  if (section.blocks.length === 0) leaveRoom(pdf, KEEP_TOGETHER + 48)
  heading(pen, 'H2', title)
  const bookmark = pdf.outline.addItem(title)
  blocks(pen, section.blocks)
  for (const part of section.sections ?? []) {
    heading(pen, 'H3', part.heading)
    bookmark.addItem(part.heading)
    blocks(pen, part.blocks)
  }
}
