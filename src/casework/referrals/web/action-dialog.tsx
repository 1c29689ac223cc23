import { Button, Group, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/web/api.ts'
import { errorText } from '#platform/web/contract-form.ts'
import { focusFirstMistake } from '#platform/web/focus-first-mistake.ts'
import { notify } from '#platform/web/notify.ts'
import { Dialog } from '#ui/dialog.tsx'
import type { Referral, TransitionCall } from '../referral-call.ts'
import {
  closeReasons,
  declineReasons,
  findTransition,
  type Party,
  parties,
  type ReferralAction,
  type Requirement,
} from '../referral-machine.ts'
import { missingParts } from '../transition-needs.ts'
import { ConsentGapNotice } from './consent-gap-notice.tsx'
import { DestinationPicker } from './destination-picker.tsx'
import { EndChoices } from './end-choices.tsx'
import { FirstContactFields, firstContactErrors } from './first-contact-fields.tsx'
import { IntakeNotice } from './intake-notice.tsx'
import { contactErrors } from './invited-contact.tsx'
import { overrideErrors } from './override-fields.tsx'
import { useTransition } from './referral-calls.ts'
import { refusalText, sentText } from './refusal-text.ts'
import { RefusedParts } from './refused-parts.tsx'

type Given = Partial<TransitionCall>
interface Part {
  given: Given
  errors: Record<string, string>
  set: (change: Given) => void
}

const sides: Record<Referral['direction'], readonly Party[]> = {
  incoming: ['recipient'],
  outgoing: ['sender', 'senderAdmin'],
  internal: parties,
}

/** What an action requires of this reader, and the key of its texts. */
function requirementsOf(action: ReferralAction, referral: Referral) {
  const transition = findTransition(action, referral.status, sides[referral.direction])
  if (typeof transition !== 'object') return { needs: [], words: action }
  const isDiscard = action === 'recall' && referral.status === 'Draft'
  return { needs: transition.needs, words: isDiscard ? 'discard' : (transition.recordedAs ?? action) }
}

/** The paths of the fields that the dialog shows, apart from the recipient's. */
const fieldsOf = (needs: readonly Requirement[], isSend: boolean) => [
  ...(isSend ? ['intakeReason'] : []),
  ...(needs.includes('firstContact') ? ['firstContactBy', 'firstContactOn'] : []),
  ...['outcome', 'reason', 'reviewOn', 'note', 'consentOverrideReason', 'consentOverrideText'],
]

/** Asks for what the state machine requires for an action, and performs it. The input survives a failure. */
export function ActionDialog({
  action,
  referral,
  onClose,
  onDone = onClose,
}: {
  action: ReferralAction
  referral: Referral
  onClose: () => void
  onDone?: () => void
}) {
  const { t } = useTranslation('referrals')
  const { needs, words } = requirementsOf(action, referral)
  const unsent = action === 'send' ? referral.unsent : null
  const [given, setGiven] = useState<Given>({ note: unsent?.note, intakeReason: unsent?.intakeReason })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [gap, setGap] = useState<Record<string, unknown> | null>(null)
  const { mutateAsync, isPending } = useTransition(referral.id)
  const set = (change: Given) => setGiven((before) => ({ ...before, ...change }))

  const fail = (error: unknown) => {
    if (!(error instanceof ApiError)) return notify(t('failed'), 'bad')
    if (error.code === 'consent-missing') {
      setGap(error.body)
      // Only now it is visible what was said before the sending was undone.
      const { consentOverrideReason, consentOverrideText } = unsent ?? {}
      if (!given.consentOverrideReason) set({ consentOverrideReason, consentOverrideText })
    }
    if (error.errors.length > 0)
      setErrors(Object.fromEntries(error.errors.map(({ path, message }) => [path, errorText(message, 'referrals')])))
    if (error.errors.length === 0 && error.code !== 'consent-missing') notify(refusalText(error), 'bad')
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A recipient selects from all outcomes in one dialog; those without help are a separate action.
    const taken = action === 'closeResolved' && given.reason ? 'closeUnresolved' : action
    const { needs: needed, words: done } = requirementsOf(taken, referral)
    const missing = missingParts({ needs: needed }, given)
    const lacking = {
      ...Object.fromEntries(missing.map(({ path, message }) => [path, errorText(message, 'referrals')])),
      ...(needed.includes('firstContact') ? firstContactErrors(given, referral.sentOn, true) : {}),
      ...contactErrors(given.directReferralContact),
      ...overrideErrors(given),
    }
    setErrors(lacking)
    if (Object.keys(lacking).length > 0) return focusFirstMistake(event.currentTarget)
    try {
      const moved = await mutateAsync({ ...given, action: taken, version: referral.version })
      notify(taken === 'send' ? sentText(moved) : t(`done.${done}`))
      onDone()
    } catch (error) {
      fail(error)
    }
  }
  return (
    <Dialog opened onClose={onClose} title={t(`action.${words}`)} closeButtonProps={{ 'aria-label': t('cancel') }}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <p style={{ margin: 0 }}>{t(`explain.${words}`)}</p>
          {words !== 'discard' && (
            <Parts needs={needs} part={{ given, errors, set }} referral={referral} isSend={action === 'send'} />
          )}
          {!needs.includes('nextRecipient') && (
            <RefusedParts
              recipient={referral.referredToOrganization}
              contact={given.directReferralContact ?? null}
              errors={errors}
              fields={fieldsOf(needs, action === 'send')}
              onContact={(directReferralContact) => set({ directReferralContact })}
            />
          )}
          {gap && (
            <ConsentGapNotice
              gap={gap}
              contactId={referral.contactId}
              recipientId={referral.referredToOrganization.id}
              mayOverride={referral.direction !== 'incoming'}
              override={given}
              errors={errors}
              onOverride={set}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t(`action.${words}`)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface PartsProps {
  needs: readonly Requirement[]
  part: Part
  referral: Referral
  isSend: boolean
}

function Parts({ needs, part, referral, isSend }: PartsProps) {
  const { t } = useTranslation('referrals')
  const { given, errors, set } = part
  return (
    <>
      {needs.includes('nextRecipient') && (
        <DestinationPicker
          value={given}
          onChange={set}
          error={errors.recipientOrganizationId}
          errors={errors}
          near={referral.person?.postalCode ?? null}
          exceptIds={[referral.referredToOrganization.id, referral.referringOrganization.id]}
        />
      )}
      {(needs.includes('nextRecipient') || isSend) && (
        <IntakeNotice
          serviceId={isSend ? referral.service?.id : given.serviceId}
          contactId={isSend ? referral.contactId : null}
          reason={given.intakeReason ?? ''}
          error={errors.intakeReason}
          onReason={(intakeReason) => set({ intakeReason })}
        />
      )}
      {needs.includes('firstContact') && <FirstContactFields given={given} errors={errors} onChange={set} offersNone />}
      {needs.includes('outcome') && <EndChoices given={given} error={errors.outcome} onChange={set} />}
      {needs.includes('declineReason') && <Reasons choices={declineReasons} part={part} />}
      {needs.includes('closeReason') && <Reasons choices={closeReasons} part={part} />}
      {needs.includes('reason') && (
        <Textarea
          label={t('dialog.reason')}
          required
          withAsterisk
          maxLength={1000}
          value={given.reason ?? ''}
          error={errors.reason}
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
      )}
      {needs.includes('reviewOn') && (
        <TextInput
          type="date"
          label={t('dialog.reviewOn')}
          required
          withAsterisk
          value={given.reviewOn ?? ''}
          error={errors.reviewOn}
          onChange={(event) => set({ reviewOn: event.currentTarget.value || null })}
        />
      )}
      {!needs.includes('reason') && !needs.includes('reopenAsked') && (
        <Textarea
          label={t('dialog.note')}
          maxLength={4000}
          value={given.note ?? ''}
          error={errors.note}
          onChange={(event) => set({ note: event.currentTarget.value })}
        />
      )}
    </>
  )
}

function Reasons({ choices, part }: { choices: readonly string[]; part: Part }) {
  const { t } = useTranslation('referrals')
  return (
    <Radio.Group
      label={t('dialog.reason')}
      withAsterisk
      value={part.given.reason ?? null}
      error={part.errors.reason}
      onChange={(reason) => part.set({ reason })}
    >
      <Stack gap={10} mt={6}>
        {choices.map((choice) => (
          <Radio key={choice} value={choice} label={t(`reason.${choice}`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
