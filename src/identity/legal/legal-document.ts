/** The languages of the legal documents. */
export const legalLanguages = ['en', 'es'] as const
export type LegalLanguage = (typeof legalLanguages)[number]

export const legalDocumentNames = ['privacy-policy', 'terms', 'confidentiality'] as const
export type LegalDocumentName = (typeof legalDocumentNames)[number]

/** A list's item: plain, or a term with its explanation. */
export type LegalListItem = string | { term: string; text: string }
/** A paragraph, or a list. */
export type LegalBlock = string | { list: readonly LegalListItem[] }

export interface LegalSection {
  /** The anchor on the page. It is the same in every language, so that a link to a section works in all of them. */
  id: string
  heading: string
  blocks: readonly LegalBlock[]
  sections?: readonly LegalSection[]
}

/**
 * A legal document as data, from which the page and the PDF are generated. Its texts may contain `{product}`, `{email}`
 * and `{site}`, which `fillInLegalDocument` replaces.
 */
export interface LegalDocument {
  name: LegalDocumentName
  language: LegalLanguage
  title: string
  /** For example 'Last updated September 2020'. */
  updated?: string
  introduction: readonly LegalBlock[]
  sections: readonly LegalSection[]
}

/** Values of the portal's operator for the documents. */
export interface LegalNames {
  productName: string
  contactEmail: string
  /** The portal's public URL. */
  siteUrl: string
}

/** Applies `change` to every text of a document. */
export function mapLegalTexts(document: LegalDocument, change: (text: string) => string): LegalDocument {
  const item = (of: LegalListItem) =>
    typeof of === 'string' ? change(of) : { term: change(of.term), text: change(of.text) }
  const block = (of: LegalBlock): LegalBlock => (typeof of === 'string' ? change(of) : { list: of.list.map(item) })
  const section = (of: LegalSection): LegalSection => ({
    ...of,
    heading: change(of.heading),
    blocks: of.blocks.map(block),
    ...(of.sections && { sections: of.sections.map(section) }),
  })
  return {
    ...document,
    title: change(document.title),
    ...(document.updated && { updated: change(document.updated) }),
    introduction: document.introduction.map(block),
    sections: document.sections.map(section),
  }
}

/** Replaces the placeholders for the product name, the contact address and the portal's URL. */
export function fillInLegalDocument(document: LegalDocument, names: LegalNames): LegalDocument {
  const values: Record<string, string> = { product: names.productName, email: names.contactEmail, site: names.siteUrl }
  return mapLegalTexts(document, (text) =>
    text.replace(/\{(product|email|site)\}/g, (_, name: string) => values[name] ?? ''),
  )
}

/** The chapters of the documents are numbered; their parts are not. */
export const numberedHeading = (section: LegalSection, index: number) => `${index + 1}. ${section.heading}`

/** All texts of a document in reading order: title, date, headings, paragraphs, list items. */
export function legalTexts(document: LegalDocument): string[] {
  const texts: string[] = []
  mapLegalTexts(document, (text) => {
    texts.push(text)
    return text
  })
  return texts
}
