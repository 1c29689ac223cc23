import { createContext } from 'react'
import type { ConsentUse } from '#casework/clients/consent-use.ts'
import type { HelpCall } from '#casework/help-answers/help-answer.ts'
import type { NewCorrection } from '../own-record.ts'
import { answerHelp, askCorrection, ownConsentUses, withdrawOwnConsent } from './own-record-calls.ts'

/** What a person can do about a record: with an account, or by a link. */
export interface OwnActs {
  /** The referrals whose recipients see details under a consent. */
  listUses: (contactId: string, consentId: string) => Promise<ConsentUse[]>
  withdraw: (contactId: string, consentId: string) => Promise<void>
  answerHelp: (contactId: string, call: HelpCall) => Promise<void>
  askCorrection: (contactId: string, call: NewCorrection) => Promise<void>
  /** Whether the copy and the access log can be opened, which takes an account. */
  hasAccount: boolean
}

/** Of the signed-in person, unless a link says otherwise. */
export const OwnActsContext = createContext<OwnActs>({
  listUses: ownConsentUses,
  withdraw: withdrawOwnConsent,
  answerHelp,
  askCorrection,
  hasAccount: true,
})
