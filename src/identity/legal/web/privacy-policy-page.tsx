import { LegalDocumentView } from './legal-document-view.tsx'
import { openLegalDocument, useLegalDocument } from './open-legal-document.ts'

export const loader = () => openLegalDocument('privacy-policy')

/** What the portal does with personal data. */
export function Screen() {
  return <LegalDocumentView document={useLegalDocument('privacy-policy')} />
}
