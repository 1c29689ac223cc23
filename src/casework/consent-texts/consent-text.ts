import { z } from 'zod'
import { Need } from '#directory/needs/need.ts'
import { Day, Id, line, paragraphs, Timestamp } from '#platform/schema/fields.ts'

export const consentLanguages = ['en', 'es'] as const
export const ConsentLanguage = z.enum(consentLanguages)
export type ConsentLanguage = z.infer<typeof ConsentLanguage>

/** What each consent fills in: who shares, with whom, for what, and until when. Every text names all of them. */
export const consentBlanks = ['organization', 'recipients', 'needs', 'until'] as const
export type ConsentBlank = (typeof consentBlanks)[number]

const Title = line(200, 1)
const Body = paragraphs(6000, 1).refine((text) => consentBlanks.every((blank) => text.includes(`{${blank}}`)), {
  error: 'blank-missing',
})

export const ConsentTextRow = z.object({
  id: Id,
  number: z.number().int(),
  title: z.object({ en: Title, es: Title }),
  body: z.object({ en: Body, es: Body }),
  /** Null for the draft. */
  publishedOn: Timestamp.nullable(),
  version: z.number().int(),
  changedBy: Id.nullable(),
  changedOn: Timestamp,
})
export type ConsentTextRow = z.infer<typeof ConsentTextRow>

/** A version of the text, as the platform's admins see it. */
export const ConsentText = ConsentTextRow.omit({ changedBy: true })
export type ConsentText = z.infer<typeof ConsentText>
export const ConsentTexts = z.object({ items: z.array(ConsentText), nextCursor: z.null() })

/** The draft, based on the version that was read; 0 if there was none. */
export const DraftCall = ConsentTextRow.pick({ title: true, body: true, version: true })
export type DraftCall = z.infer<typeof DraftCall>
export const PublishCall = ConsentTextRow.pick({ version: true })

/** What a consent says, by which the blanks of its text are filled in. */
export const ConsentTerms = z.object({
  scope: z.enum(['network', 'organizations']),
  needs: z.array(Need).max(30),
  recipientIds: z.array(Id).max(200),
  expiresOn: Day.nullable(),
})
export type ConsentTerms = z.infer<typeof ConsentTerms>
export const PreviewCall = ConsentTerms.extend({ language: ConsentLanguage })

/** A text as the person reads it. */
export const FilledText = z.object({
  textId: Id,
  number: z.number().int(),
  language: ConsentLanguage,
  title: z.string(),
  paragraphs: z.array(z.string()),
})
export type FilledText = z.infer<typeof FilledText>

export const fillBlanks = (text: string, words: Record<ConsentBlank, string>) =>
  text.replace(/\{(organization|recipients|needs|until)\}/g, (_, blank: ConsentBlank) => words[blank])
