import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useContractForm } from '#platform/web/contract-form.ts'
import { markDraftHere } from '#platform/web/draft-gate.tsx'
import { focusFirstMistake } from '#platform/web/focus-first-mistake.ts'
import { notify } from '#platform/web/notify.ts'
import { randomUuid } from '#platform/web/random-uuid.ts'
import { useCallId } from '#platform/web/use-call-id.ts'
import { useSavedDraft } from '#platform/web/use-draft-keeper.ts'
import type { Contact, LikelyDuplicate, NewContact } from '../contact-record.ts'
import { changeContact, findLikelyDuplicates, recordConsent, recordContact } from './contact-calls.ts'
import { PersonForm, personValues } from './person-form.ts'
import { useConsentForm } from './use-consent-form.ts'

export const PERSON_DRAFT = 'newPerson'

/** The draft of a person who has not been recorded yet. */
export interface PersonDraft {
  draftId: string
  values: Record<string, unknown>
  hasConsent: boolean
  consent: Record<string, unknown>
}

/** The person's name for the offer to continue the draft. */
export const nameOfDraft = ({ values }: PersonDraft) => [values.firstName, values.lastName].filter(Boolean).join(' ')

/** The fields that identify a person; when they change, likely duplicates are searched again. */
const identityOf = ({ firstName, lastName, birthDate, email, address1, postalCode, phones }: NewContact) => ({
  firstName,
  lastName,
  birthDate,
  email,
  ...(address1 && postalCode ? { address1, postalCode } : {}),
  phones: phones.map(({ phoneNumber }) => ({ phoneNumber })),
})

/** Saves the draft once it contains more than the initial values. */
function useSavedPerson(draft: PersonDraft | null, parts: Omit<PersonDraft, 'draftId'>) {
  const [draftId] = useState(() => draft?.draftId ?? randomUuid())
  const { values, hasConsent, consent } = parts
  const [first] = useState(() => JSON.stringify({ values, hasConsent, consent }))
  const kept = useMemo((): PersonDraft | null => {
    const isChanged = JSON.stringify({ values, hasConsent, consent }) !== first
    return isChanged || draft ? { draftId, values, hasConsent, consent } : null
  }, [draft, draftId, values, hasConsent, consent, first])
  useEffect(() => {
    if (kept) markDraftHere(draftId)
  }, [kept, draftId])
  return useSavedDraft(PERSON_DRAFT, kept)
}

interface Beginning {
  draft: PersonDraft | null
  /** what is known of the person before anything is typed */
  known: Partial<NewContact>
  onDone: (contactId: string) => void
}

/** Records a person and, if requested, their consent in the same step. */
export function useNewPerson({ draft, known, onDone }: Beginning) {
  const { t } = useTranslation('clients')
  const [hasConsent, setHasConsent] = useState(draft?.hasConsent ?? false)
  const [duplicates, setDuplicates] = useState<LikelyDuplicate[]>([])
  const looked = useRef('')
  // If the person was saved but the consent was refused, the next try continues from there, so that nobody is recorded
  // twice.
  const saved = useRef<Contact | null>(null)
  const isWhole = useRef(false)
  const [personCall, consentCall] = [useCallId(), useCallId()]
  const consent = useConsentForm(
    async (given) => {
      if (!saved.current) return
      await recordConsent(saved.current.id, { ...given, id: consentCall.idOf(given) })
      isWhole.current = true
    },
    { initial: draft?.consent },
  )
  const record = async (values: NewContact) => {
    try {
      return await recordContact({ ...values, id: personCall.idOf(values) })
    } catch (error) {
      // They may be on record all the same: with other input, the next try finds them.
      looked.current = ''
      throw error
    }
  }
  const person = useContractForm({
    contract: PersonForm,
    texts: 'clients',
    initial: draft?.values ?? { ...personValues(), ...known },
    onSubmit: async (values) => {
      if (hasConsent && !consent.check()) {
        focusFirstMistake(document.body)
        return
      }
      const identity = JSON.stringify(identityOf(values))
      if (!saved.current && looked.current !== identity && !personCall.isAgain(values)) {
        const likely = await findLikelyDuplicates(identityOf(values))
        looked.current = identity
        if (likely.length) return setDuplicates(likely)
      }
      saved.current = saved.current
        ? await changeContact(saved.current.id, { ...values, version: saved.current.version })
        : await record(values)
      await keeper.forget()
      setDuplicates([])
      if (hasConsent) await consent.submit()
      if (hasConsent && !isWhole.current) return
      notify(t('form.recorded', { name: `${saved.current.firstName} ${saved.current.lastName}` }))
      onDone(saved.current.id)
    },
    onInvalid: () => {
      if (hasConsent) consent.check()
    },
  })
  // The text loads by itself, which is no input.
  const { textId, ...typed } = consent.values
  const keeper = useSavedPerson(draft, { values: person.values, hasConsent, consent: typed })
  const forgetDuplicates = () => {
    looked.current = ''
    setDuplicates([])
  }
  return { person, consent, hasConsent, setHasConsent, duplicates, forgetDuplicates, forgetDraft: keeper.forget }
}
