/** Renders headings, paragraphs and lists as tagged PDFs. */
export { legalPdf } from './legal-pdf.ts'
export { pageOf } from './legal-routes.ts'
