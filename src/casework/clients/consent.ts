import type { Generated } from 'kysely'
import { z } from 'zod'
import { ConsentLanguage } from '#casework/consent-texts/consent-text.ts'
import { Need } from '#directory/needs/need.ts'
import { Day, Id, line, Timestamp } from '#platform/schema/fields.ts'

export const consentScopes = ['network', 'organizations'] as const
export const consentMethods = ['written', 'verbal', 'electronic'] as const

/** What a person allowed to be shared: with whom, for which needs (none means all), and from which day to which. */
export const Consent = z.object({
  id: Id,
  contactId: Id,
  scope: z.enum(consentScopes).meta({ title: 'May be shared with' }),
  needs: z.array(Need).max(30).meta({ title: 'For these needs' }),
  recipientIds: z.array(Id).max(200).meta({ title: 'Organizations' }),
  howGiven: z.enum(consentMethods).meta({ title: 'How it was given' }),
  givenOn: Day.meta({ title: 'Given on', format: 'date' }),
  expiresOn: Day.nullable().meta({ title: 'Expires on', format: 'date' }),
  withdrawnOn: Timestamp.nullable(),
  recordedBy: Id.nullable(),
  recordedOn: Timestamp,
  /** The version of the consent text, and in which language the person read or heard it; null before there was one. */
  textId: Id.nullable(),
  language: ConsentLanguage.nullable().meta({ title: 'Language of the text' }),
  /** Who heard it, for a consent in words. */
  witnessName: line(100).nullable().meta({ title: 'Witness' }),
  /** The name that the person typed instead of a signature. */
  signedName: line(100).nullable().meta({ title: 'Typed name' }),
  /** The signature that was drawn, or the scan of the paper. */
  fileId: Id.nullable(),
  /** The person read the text and signed on their own phone. */
  byLink: z.boolean(),
})
export type Consent = z.infer<typeof Consent>

/** A consent as shown on the person's record, with the names of the organizations. */
export const ConsentShown = Consent.extend({
  recipients: z.array(z.object({ id: Id, name: z.string() })),
  /** Of its text; null before there was one. */
  textNumber: z.number().int().nullable(),
})
export type ConsentShown = z.infer<typeof ConsentShown>

export const NewConsent = Consent.pick({ scope: true, howGiven: true, givenOn: true }).extend({
  needs: Consent.shape.needs.default([]),
  recipientIds: Consent.shape.recipientIds.default([]),
  expiresOn: Consent.shape.expiresOn.optional(),
  textId: Consent.shape.textId.optional(),
  language: Consent.shape.language.optional(),
  witnessName: Consent.shape.witnessName.optional(),
  signedName: Consent.shape.signedName.optional(),
  fileId: Consent.shape.fileId.optional(),
})
export type NewConsent = z.infer<typeof NewConsent>

/** With an ID for the consent, the call is safe to repeat. */
export const NewConsentCall = NewConsent.extend({ id: Id.optional() })
export type NewConsentCall = z.infer<typeof NewConsentCall>

type Given = 'contactId' | 'scope' | 'howGiven' | 'givenOn'
export type ConsentTable = {
  [Column in keyof Consent]: Column extends Given ? Consent[Column] : Generated<Consent[Column]>
}

declare module '#platform/server/database.ts' {
  interface Tables {
    consent: ConsentTable
  }
}
