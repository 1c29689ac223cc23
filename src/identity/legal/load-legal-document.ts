import {
  fillInLegalDocument,
  type LegalDocument,
  type LegalDocumentName,
  type LegalLanguage,
  type LegalNames,
} from './legal-document.ts'

/** A separate import for each text: a browser loads only the document and language that are read. */
const sources: Record<LegalDocumentName, Record<LegalLanguage, () => Promise<LegalDocument>>> = {
  'privacy-policy': {
    en: async () => (await import('./documents/privacy-policy-en.ts')).privacyPolicyEn,
    es: async () => (await import('./documents/privacy-policy-es.ts')).privacyPolicyEs,
  },
  terms: {
    en: async () => (await import('./documents/terms-en.ts')).termsEn,
    es: async () => (await import('./documents/terms-es.ts')).termsEs,
  },
  confidentiality: {
    en: async () => (await import('./documents/confidentiality-en.ts')).confidentialityEn,
    es: async () => (await import('./documents/confidentiality-es.ts')).confidentialityEs,
  },
}

/** Loads a document in a language and fills in the names. */
export async function loadLegalDocument(name: LegalDocumentName, language: LegalLanguage, names: LegalNames) {
  return fillInLegalDocument(await sources[name][language](), names)
}

/** The language of the documents for a locale such as 'es-MX': Spanish for Spanish, otherwise English. */
export const legalLanguageOf = (locale: string | undefined): LegalLanguage =>
  /^es\b/i.test(locale ?? '') ? 'es' : 'en'
