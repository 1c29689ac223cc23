import type { Relation } from '#casework/households/household.ts'
import type { DemoPersonOnRecord, DemoStory } from './demo-stories.ts'

const recorded = { by: 'Eastside Food Bank', phoneNumber: '+17165550128', consent: {} } as const

/** A household of two languages; they are fictional too. */
export const demoFamily: Record<string, DemoPersonOnRecord> = {
  marisol: { ...recorded, firstName: 'Marisol', lastName: 'Cruz', birthDate: '1989-04-27', language: 'es' },
  daniel: {
    ...{ ...recorded, firstName: 'Daniel', lastName: 'Hughes', birthDate: '1986-08-15', language: 'en' },
    phoneNumber: '+17165550129',
  },
  lucia: { ...recorded, firstName: 'Lucia', lastName: 'Hughes Cruz', birthDate: '2017-02-03', language: 'en' },
}

/** The head first. */
export const demoHousehold: [keyof typeof demoFamily, Relation][] = [
  ['marisol', 'head'],
  ['daniel', 'partner'],
  ['lucia', 'child'],
]

/** One referral for the whole family. */
export const familyStory: DemoStory = {
  person: 'marisol',
  alsoFor: ['daniel', 'lucia'],
  by: 'maria',
  to: 'Harbor Housing',
  service: 'Family Shelter',
  need: 'homelessness',
  note: 'They have to leave their room on Friday. Speaks Spanish; Daniel speaks English.',
  steps: [
    ['draft', 'maria', 30],
    ['send', 'maria', 30],
    ['view', 'lee', 28],
    ['accept', 'lee', 27],
  ],
  messages: [
    ['lee', 26, 'We have a family room from Thursday. Who can come and sign?'],
    ['maria', 25, 'Daniel can, after four. Lucia has school until then.'],
  ],
}
