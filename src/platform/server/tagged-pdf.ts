import { createRequire } from 'node:module'

export type Pdf = PDFKit.PDFDocument
/** Where a document is rendered, and the element of its structure tree, which screen readers use. */
export interface Pen {
  pdf: Pdf
  root: PDFKit.PDFStructureElement
}

const require = createRequire(import.meta.url)
const fontFile = (weight: 400 | 700) =>
  require.resolve(`@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-${weight}-normal.woff`)

interface TaggedPdf {
  title: string
  productName: string
  language: 'en' | 'es'
  /** in points */
  margin: number
  /** The page footer, for example 'Page 2 of 9'. */
  pageOf: (page: number, pages: number) => string
}

/**
 * Renders a tagged PDF on US Letter with numbered pages. The fonts are `regular` and `bold`. The library is loaded for
 * the first document, not at startup.
 */
export async function renderPdf({ title, productName, language, margin, pageOf }: TaggedPdf, draw: (pen: Pen) => void) {
  const { default: PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument({
    size: 'LETTER',
    margin,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: `${language}-US`,
    info: { Title: `${title} - ${productName}`, Author: productName },
  })
  pdf.registerFont('regular', fontFile(400))
  pdf.registerFont('bold', fontFile(700))
  const chunks: Buffer[] = []
  const written = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  draw({ pdf, root })
  root.end()
  numberPages(pdf, margin, pageOf)
  pdf.end()
  return written
}

/** Draws one element of the structure tree. */
export function tagged({ pdf, root }: Pen, kind: string, draw: () => void) {
  root.add(pdf.struct(kind, {}, [draw]))
}

function numberPages(pdf: Pdf, margin: number, pageOf: TaggedPdf['pageOf']) {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page)
    // The footer is in the margin, where text would otherwise start a new page.
    pdf.page.margins.bottom = 0
    pdf.markContent('Artifact', { type: 'Pagination' })
    pdf.font('regular').fontSize(9)
    pdf.text(pageOf(page + 1, count), margin, pdf.page.height - margin / 2 - 9, {
      align: 'center',
      lineBreak: false,
      width: pdf.page.width - 2 * margin,
    })
    pdf.endMarkedContent()
  }
}
