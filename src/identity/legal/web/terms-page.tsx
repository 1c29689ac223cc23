import { configuration } from '#platform/web/configuration.ts'
import { LegalDocumentView } from './legal-document-view.tsx'
import { openLegalDocument, useLegalDocument } from './open-legal-document.ts'

export const loader = () => openLegalDocument('terms')

/** The operator's own document if configured, otherwise the portal's, in the language of the page. */
const pdfUrlIn = (language: string, { termsUrl } = configuration()) =>
  termsUrl === '/legal/terms.pdf' ? `${termsUrl}?language=${language}` : termsUrl

export function Screen() {
  const document = useLegalDocument('terms')
  return <LegalDocumentView document={document} pdfUrl={pdfUrlIn(document.language)} />
}
