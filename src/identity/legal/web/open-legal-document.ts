import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { configuration } from '#platform/web/configuration.ts'
import { currentLanguage } from '#platform/web/texts.ts'
import type { LegalDocument, LegalDocumentName, LegalLanguage } from '../legal-document.ts'
import { legalLanguageOf, loadLegalDocument } from '../load-legal-document.ts'

const opened = new Map<string, Promise<LegalDocument>>()

/** A document in a language, loaded once; after a failure, the next call tries again. */
export function openLegalDocument(
  name: LegalDocumentName,
  language: LegalLanguage = legalLanguageOf(currentLanguage()),
) {
  const key = `${name}-${language}`
  const known = opened.get(key)
  if (known) return known
  const { productName, contactEmail } = configuration()
  const loading = loadLegalDocument(name, language, { productName, contactEmail, siteUrl: location.origin })
  loading.catch(() => opened.delete(key))
  opened.set(key, loading)
  return loading
}

/** A document in the reader's language; suspends while another language loads. */
export function useLegalDocument(name: LegalDocumentName) {
  const { i18n } = useTranslation()
  return use(openLegalDocument(name, legalLanguageOf(i18n.language)))
}
