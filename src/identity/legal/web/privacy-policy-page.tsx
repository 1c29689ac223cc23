import { LegalDocumentView } from './legal-document-view.tsx'
import { openLegalDocument, useLegalDocument } from './open-legal-document.ts'

export const loader = () => openLegalDocument('privacy-policy')

export function Screen() {
  return <LegalDocumentView document={useLegalDocument('privacy-policy')} />
}
