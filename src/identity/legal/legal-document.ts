/** The languages that the legal documents are written in. */
export const legalLanguages = ['en', 'es'] as const
export type LegalLanguage = (typeof legalLanguages)[number]

export const legalDocumentNames = ['privacy-policy', 'terms', 'confidentiality'] as const
export type LegalDocumentName = (typeof legalDocumentNames)[number]

/** A list's item: plain, or a term with its explanation. */
export type LegalListItem = string | { term: string; text: string }
/** A paragraph, or a list. */
export type LegalBlock = string | { list: readonly LegalListItem[] }

export interface LegalSection {
  /** The anchor on the page; the same in every language, so that a link to a section survives a change of language. */
  id: string
  heading: string
  blocks: readonly LegalBlock[]
  sections?: readonly LegalSection[]
}

/**
 * A legal document as data: the page and the PDF are made from it.
 * Its texts may hold `{product}`, `{email}` and `{site}`, which `fillInLegalDocument` replaces.
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

/** What the operator of a portal puts into the documents. */
export interface LegalNames {
  productName: string
  contactEmail: string
  /** The portal's public address. */
  siteUrl: string
}

/** The same document with `change` applied to every text of it. */
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

/** Puts the product's name, the contact address and the portal's address where the document leaves room for them. */
export function fillInLegalDocument(document: LegalDocument, names: LegalNames): LegalDocument {
  const values: Record<string, string> = { product: names.productName, email: names.contactEmail, site: names.siteUrl }
  return mapLegalTexts(document, (text) =>
    text.replace(/\{(product|email|site)\}/g, (_, name: string) => values[name] ?? ''),
  )
}

/** The documents' chapters are numbered; what is inside a chapter is not. */
export const numberedHeading = (section: LegalSection, index: number) => `${index + 1}. ${section.heading}`

/** Every text of a document in reading order: title, date, headings, paragraphs, list items. */
export function legalTexts(document: LegalDocument): string[] {
  const texts: string[] = []
  mapLegalTexts(document, (text) => {
    texts.push(text)
    return text
  })
  return texts
}
