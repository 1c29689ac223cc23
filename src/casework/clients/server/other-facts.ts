import { ContactRow } from '#identity/people/contact.ts'
import type { Language } from '#platform/server/texts.ts'
import { otherPersonFields } from '../contact-record.ts'
import es from '../texts/es.json' with { type: 'json' }

const spanish: Record<string, string> = es.fields

/** What is on record about a person in the fields that are shown as they were typed, each under its label. */
export const otherFacts = (person: Pick<ContactRow, (typeof otherPersonFields)[number]>, language: Language) =>
  otherPersonFields.flatMap((name) => {
    const text = person[name]
    const label = ContactRow.shape[name].meta()?.title ?? name
    return text ? [{ term: language === 'es' ? (spanish[label] ?? label) : label, text }] : []
  })
