import { pageOf } from '#identity/legal/server/legal-public.ts'
import { type Pdf, type Pen, renderPdf, tagged } from '#platform/server/tagged-pdf.ts'
import { pagesOf, type Sheet, type SheetService } from '../sheet.ts'

const MARGIN = 54
const TITLE = 24
const NAME = 18
/** Large enough for weak eyes. */
const BODY = 13
const GAP = 2
/** Between two services. */
const BETWEEN = 14

interface Line {
  label: string
  text: string
}

const widthOf = (pdf: Pdf) => pdf.page.width - 2 * MARGIN

function paragraph(pen: Pen, text: string, { size = BODY, font = 'regular' } = {}) {
  const { pdf } = pen
  tagged(pen, 'P', () => pdf.font(font).fontSize(size).text(text, MARGIN, pdf.y, { lineGap: GAP }))
}

const heightOf = (pdf: Pdf, { label, text }: Line) =>
  pdf
    .font('bold')
    .fontSize(BODY)
    .heightOfString(`${label}: ${text}`, { width: widthOf(pdf), lineGap: GAP })

function labeled(pen: Pen, { label, text }: Line) {
  const { pdf } = pen
  tagged(pen, 'P', () => {
    const options = { lineGap: GAP, width: widthOf(pdf) }
    pdf
      .font('bold')
      .fontSize(BODY)
      .text(`${label}: `, MARGIN, pdf.y, { ...options, continued: true })
    pdf.font('regular').text(text, options)
  })
}

/** What a person needs to get there; on paper nothing is "open now". */
function essentials({ phones, place, hours, note }: SheetService, sheet: Sheet): Line[] {
  return [
    ...(note ? [{ label: sheet.noteLabel, text: note }] : []),
    ...phones.map(({ kind, shown }) => ({ label: kind, text: shown })),
    ...(place
      ? [{ label: sheet.whereLabel, text: [place.lines.join(', '), place.words].filter(Boolean).join('. ') }]
      : []),
    ...(hours ? [hours] : []),
  ]
}

/** A service in its part of the page: facts that do not fit are left out. */
function service(pen: Pen, of: SheetService, sheet: Sheet, end: number) {
  const { pdf } = pen
  tagged(pen, 'H2', () => pdf.font('bold').fontSize(NAME).text(of.name, MARGIN, pdf.y))
  if (of.organizationName) paragraph(pen, of.organizationName)
  for (const notice of of.notices) paragraph(pen, notice, { font: 'bold' })
  for (const line of essentials(of, sheet)) labeled(pen, line)
  for (const fact of of.facts) if (pdf.y + heightOf(pdf, fact) <= end) labeled(pen, fact)
}

/** A line between two services, which screen readers skip. */
function rule(pdf: Pdf) {
  pdf.y += BETWEEN / 2
  pdf.markContent('Artifact', { type: 'Layout' })
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(pdf.page.width - MARGIN, pdf.y)
    .lineWidth(0.75)
    .stroke('#8b8272')
  pdf.endMarkedContent()
  pdf.fillColor('#000')
  pdf.y += BETWEEN / 2
}

/** Draws three services on each page, which share its height. */
function page(pen: Pen, services: SheetService[], sheet: Sheet) {
  const { pdf } = pen
  const bottom = pdf.page.height - MARGIN
  services.forEach((of, index) => {
    const share = (bottom - pdf.y) / (services.length - index)
    service(pen, of, sheet, pdf.y + share - BETWEEN)
    if (index < services.length - 1) rule(pdf)
  })
}

/** A list as a tagged PDF in large type, three services a page. */
export const listPdf = (sheet: Sheet, productName: string): Promise<Buffer> =>
  renderPdf(
    { title: sheet.title, language: sheet.language, productName, margin: MARGIN, pageOf: pageOf[sheet.language] },
    (pen) => {
      const { pdf } = pen
      tagged(pen, 'H1', () => pdf.font('bold').fontSize(TITLE).text(sheet.title, MARGIN, pdf.y))
      paragraph(pen, sheet.asOf)
      pdf.y += BETWEEN
      pagesOf(sheet.services).forEach((services, index) => {
        if (index > 0) pdf.addPage()
        page(pen, services, sheet)
      })
    },
  )
