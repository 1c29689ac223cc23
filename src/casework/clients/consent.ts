import type { Generated } from 'kysely'
import { z } from 'zod'
import { Need } from '#directory/needs/need.ts'
import { Day, Id, Timestamp } from '#platform/schema/fields.ts'

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
})
export type Consent = z.infer<typeof Consent>

/** A consent as shown on the person's record, with the names of the organizations. */
export const ConsentShown = Consent.extend({ recipients: z.array(z.object({ id: Id, name: z.string() })) })
export type ConsentShown = z.infer<typeof ConsentShown>

export const NewConsent = Consent.pick({ scope: true, howGiven: true, givenOn: true }).extend({
  needs: Consent.shape.needs.default([]),
  recipientIds: Consent.shape.recipientIds.default([]),
  expiresOn: Consent.shape.expiresOn.optional(),
})
export type NewConsent = z.infer<typeof NewConsent>

type Given = 'contactId' | 'scope' | 'howGiven' | 'givenOn'
export type ConsentTable = {
  [Column in keyof Consent]: Column extends Given ? Consent[Column] : Generated<Consent[Column]>
}

declare module '#platform/server/database.ts' {
  interface Tables {
    consent: ConsentTable
  }
}
