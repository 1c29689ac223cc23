import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { PickedPerson } from '#casework/clients/web/person-search-public.tsx'
import { guessNeed } from '#directory/needs/need-words.ts'
import { ApiError, newerVersion } from '#platform/web/api.ts'
import { errorText, useContractForm } from '#platform/web/contract-form.ts'
import { markDraftHere } from '#platform/web/draft-gate.tsx'
import { notify } from '#platform/web/notify.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { randomUuid } from '#platform/web/random-uuid.ts'
import { useCallId } from '#platform/web/use-call-id.ts'
import { useSavedDraft } from '#platform/web/use-draft-keeper.ts'
import { type DirectReferralContact, NewReferral, type Referral } from '../referral-call.ts'
import { asSent, type Destination } from './destination-picker.tsx'
import { contactErrors } from './invited-contact.tsx'
import { asRecipients, recipientErrors } from './more-recipients.tsx'
import { type GivenOverride, overrideErrors, useOverride } from './override-fields.tsx'
import { applyTransition, changeDraft, createReferral } from './referral-calls.ts'
import { nameOfEdit, REFERRAL_DRAFT, type ReferralDraft } from './referral-draft.ts'
import { refusalText, sentText } from './refusal-text.ts'

export const Details = NewReferral.pick({ need: true, urgency: true, neededBy: true, note: true, intakeReason: true })

/** The initial values of the form: an unfinished draft, or what the URL gives. */
export type Beginning = Omit<ReferralDraft, 'draftId' | 'override'> & {
  draftId?: string
  /** the server-side draft that is being changed */
  editing?: { id: string; version: number }
  /** why it was to be shared without a consent, of a draft; it is used only once the form shows it again */
  unsentOverride?: GivenOverride
}

/** The parts of the form that are not in its contract. */
function useParts(begin: Beginning) {
  const [person, setPerson] = useState(begin.person)
  const [personText, setPersonText] = useState(begin.personText)
  const [destination, setDestination] = useState<Destination>(begin.destination)
  const [destinationText, setDestinationText] = useState(begin.destinationText)
  const [alsoForIds, setAlsoForIds] = useState(begin.alsoForIds ?? [])
  const [others, setOthers] = useState(begin.others ?? [])
  const [suggested, setSuggested] = useState<DirectReferralContact | null>(null)
  const changeDestination = (next: Destination, label?: string, isSuggested?: boolean) => {
    setDestination(next)
    if (isSuggested) setSuggested(next.directReferralContact ?? null)
    if (label !== undefined) setDestinationText(label)
  }
  // Another person lives with other people.
  const changePerson = (next: PickedPerson | null) => {
    setPerson(next)
    if (next?.id !== person?.id) setAlsoForIds([])
  }
  // Another person has another need.
  const isSamePerson = person !== null && person.id === begin.person?.id
  const requestId = isSamePerson ? begin.requestId : null
  const isTried = requestId !== null && begin.isTried === true
  return {
    ...{ person, setPerson: changePerson, personText, setPersonText, alsoForIds, setAlsoForIds },
    ...{ destination, destinationText, changeDestination, suggested },
    ...{ others, setOthers, requestId, isTried },
  }
}

/** What a consent is needed for, to compare. */
const subjectOf = ({ person, alsoForIds, destination, others }: ReturnType<typeof useParts>, need: unknown) =>
  JSON.stringify([
    ...[person?.id, [...alsoForIds].sort(), need],
    [destination, ...others.map((other) => other.destination)].map((to) => [to.serviceId, to.recipientOrganizationId]),
  ])

/** The recipient of the invitation; a draft may omit it, but not part of it. */
const contactOf = ({ directReferralContact: contact }: Destination, isDraft: boolean) =>
  contact && (!isDraft || Object.values(contact).some((value) => value.trim())) ? contact : null

/** Saves the draft once it contains more than the initial values. */
function useSavedReferral(
  begin: Beginning,
  parts: ReturnType<typeof useParts>,
  values: Record<string, unknown>,
  override: GivenOverride,
) {
  const [draftId] = useState(() => begin.draftId ?? randomUuid())
  const { person, personText, alsoForIds, destination, destinationText, suggested, others, requestId, isTried } = parts
  // A contact that the form itself suggested is not user input.
  const contact = destination.directReferralContact
  const typed = JSON.stringify(contact) === JSON.stringify(suggested) ? null : contact
  const state = JSON.stringify({
    ...{ person, personText, alsoForIds, override, values, typed: typed ?? null, others },
    ...{ service: destination.serviceId, to: destination.recipientOrganizationId, for: destination.directedToId },
  })
  const [first] = useState(state)
  const isChanged = state !== first
  const kept = useMemo((): ReferralDraft | null => {
    if (!isChanged && !begin.draftId) return null
    const version = begin.editing ? { version: begin.editing.version } : {}
    const where = { destination, destinationText }
    return {
      draftId,
      person,
      personText,
      alsoForIds,
      ...where,
      others,
      requestId,
      isTried,
      values,
      override,
      ...version,
    }
  }, [
    begin.editing,
    begin.draftId,
    draftId,
    person,
    personText,
    alsoForIds,
    destination,
    destinationText,
    others,
    requestId,
    isTried,
    values,
    override,
    isChanged,
  ])
  useEffect(() => {
    if (kept) markDraftHere(draftId)
  }, [kept, draftId])
  return { draftId, keeper: useSavedDraft(begin.editing ? nameOfEdit(begin.editing.id) : REFERRAL_DRAFT, kept) }
}

type Given = Partial<Omit<NewReferral, 'send'>>

/** Creates a referral, or saves the changed draft; then sends it or leaves it as a draft. */
function useSaving({ editing }: Beginning) {
  // Saving increases the version. If something fails afterwards, the next try uses the new one.
  const version = useRef(editing?.version ?? 0)
  const { idOf } = useCallId()
  const save = async (given: Given, override: GivenOverride, isDraft: boolean) => {
    if (!editing) {
      const whole = { ...given, ...override, send: !isDraft }
      return createReferral({ ...whole, callId: idOf(whole) })
    }
    const intake = { intakeReason: given.intakeReason }
    const saved = await changeDraft(editing.id, { ...given, version: version.current })
    version.current = saved.version
    return isDraft
      ? saved
      : applyTransition(editing.id, { action: 'send', version: saved.version, ...intake, ...override })
  }
  /** Whether another person saved the draft meanwhile. Saving again then overwrites their changes. */
  const loadNewerVersion = (error: unknown) => {
    const newer = editing ? newerVersion<Referral>(error) : null
    if (newer) version.current = newer.version
    return newer !== null
  }
  return { save, loadNewerVersion }
}

/** A new referral being filled in, saved until it is sent. */
export function useReferralForm(begin: Beginning) {
  const { t } = useTranslation('referrals')
  const navigate = useNavigate()
  const parts = useParts(begin)
  const { person, alsoForIds, destination, others } = parts
  const { save, loadNewerVersion } = useSaving(begin)
  // Which button was clicked. A state could still have the old value if the form is submitted in the same event.
  const isDraft = useRef(false)
  const form = useContractForm({
    contract: Details,
    texts: 'referrals',
    initial: begin.values,
    rules: () => ({
      ...(person ? {} : { contactId: errorText('person-required', 'referrals') }),
      ...(destination.recipientOrganizationId
        ? {}
        : { recipientOrganizationId: errorText('organization-required', 'referrals') }),
      ...contactErrors(contactOf(destination, isDraft.current)),
      ...recipientErrors(others),
      ...overrideErrors(consent.override),
    }),
    onSubmit: async (details) => {
      const directReferralContact = contactOf(destination, isDraft.current)
      const ofNew = begin.editing ? {} : { alsoTo: asRecipients(others), requestId: parts.requestId }
      const given = {
        ...details,
        ...asSent(destination),
        directReferralContact,
        contactId: person?.id,
        alsoForIds,
        ...ofNew,
      }
      const referral = await save(given as Given, consent.override, isDraft.current)
      await keeper.forget()
      await queryClient.invalidateQueries({ queryKey: ['referral'] })
      const several = others.length > 0 && referral.sendsIn === null
      const done = several ? t('done.sentTo', { count: others.length + 1 }) : sentText(referral)
      notify(isDraft.current ? t('done.draft') : done)
      navigate(`/referrals/${referral.id}`)
    },
    onInvalid: () => notify(t('platform:form.checkErrors'), 'bad'),
    onFailure: (error) => {
      if (loadNewerVersion(error)) return notify(t('new.stale'), 'bad')
      const isGap = error instanceof ApiError && error.code === 'consent-missing'
      // The service may have been paused while the form was open.
      void queryClient.invalidateQueries({ queryKey: ['referral', 'intake'] })
      if (isGap) return consent.showGap(error.body)
      consent.hideGap()
      const isAtField = error instanceof ApiError && error.errors.length > 0
      notify(isAtField ? t('platform:form.checkErrors') : refusalText(error), 'bad')
    },
  })
  const consent = useOverride(subjectOf(parts, form.values.need), begin.unsentOverride)
  const { draftId, keeper } = useSavedReferral(begin, parts, form.values, consent.remembered)
  const changeDestination = (...change: Parameters<typeof parts.changeDestination>) => {
    parts.changeDestination(...change)
    const need = form.values.need ? null : guessNeed(change[1] ?? '')
    if (need) form.set('need', need)
  }
  return {
    ...parts,
    changeDestination,
    form,
    ...{ gap: consent.gap, override: consent.override, setOverride: consent.setOverride },
    setDraft: (keeps: boolean) => {
      isDraft.current = keeps
    },
    draftId,
  }
}
