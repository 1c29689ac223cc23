import { LegalBlocks, LegalSectionText } from './legal-text.tsx'
import { useLegalDocument } from './open-legal-document.ts'

/**
 * The text of the 'Confidentiality and Nondisclosure Agreement', without the title, for a dialog. Suspends while the
 * text loads.
 */
export function ConfidentialityAgreement() {
  const document = useLegalDocument('confidentiality')
  return (
    <div lang={document.language}>
      <LegalBlocks of={document.introduction} />
      {document.sections.map((section) => (
        <LegalSectionText key={section.id} section={section} level={3} />
      ))}
    </div>
  )
}
