import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { DirectReferralContact, Referral } from '#casework/referrals/referral-call.ts'
import {
  ConsentGapNotice,
  contactErrors,
  createReferral,
  type GivenOverride,
  IntakeNotice,
  overrideErrors,
  RefusedParts,
  refusalText,
  sentText,
} from '#casework/referrals/web/sending-public.tsx'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { ApiError } from '#platform/web/api.ts'
import { errorText } from '#platform/web/contract-form.ts'
import { notify } from '#platform/web/notify.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { randomUuid } from '#platform/web/random-uuid.ts'
import type { NextFit } from '../next-fit.ts'
import classes from './next-fits.module.css'

interface SendInPlaceProps {
  found: NextFit
  isFull: boolean
  referral: Referral
  onClose: () => void
}

/** Confirms and sends the next referral for the same need, where it was proposed. */
export function SendInPlace({ found, isFull, referral, onClose }: SendInPlaceProps) {
  const { t } = useTranslation('next-fits')
  const navigate = useNavigate()
  const button = useRef<HTMLButtonElement>(null)
  const [callId] = useState(randomUuid)
  const [override, setOverride] = useState<GivenOverride>({})
  const [intakeReason, setIntakeReason] = useState('')
  const [contact, setContact] = useState<DirectReferralContact | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [gap, setGap] = useState<Record<string, unknown> | null>(null)
  const organization = shownName(found.organization.name)
  useEffect(() => button.current?.focus(), [])
  const { contactId, requestId, need, urgency, neededBy, alsoFor } = referral
  const send = useMutation({
    mutationFn: () =>
      createReferral({
        ...{ requestId, need, urgency, neededBy, callId },
        contactId: contactId ?? '',
        serviceId: found.service.id,
        recipientOrganizationId: found.organization.id,
        alsoForIds: alsoFor.flatMap((other) => other.contactId ?? []),
        intakeReason: intakeReason.trim() || null,
        directReferralContact: contact,
        ...override,
      }),
    onSuccess: async (sent) => {
      await queryClient.invalidateQueries({ queryKey: ['referral'] })
      notify(sent.sendsIn === null ? t('sent', { organization }) : sentText(sent))
      navigate(`/referrals/${sent.id}`)
    },
    onError: (error) => {
      const isGap = error instanceof ApiError && error.code === 'consent-missing'
      const told = error instanceof ApiError ? error.errors : []
      setErrors(Object.fromEntries(told.map(({ path, message }) => [path, errorText(message, 'referrals')])))
      setGap(isGap ? error.body : null)
      if (!isGap && told.length === 0) notify(refusalText(error), 'bad')
    },
  })
  const submit = () => {
    const lacking = { ...contactErrors(contact), ...overrideErrors(override) }
    setErrors(lacking)
    if (Object.keys(lacking).length === 0) send.mutate()
  }
  return (
    <fieldset className={classes.confirm} aria-label={t('sendTo', { organization, service: found.service.name })}>
      <p>{t('confirm', { organization })}</p>
      {isFull && <p>{t('waitlist')}</p>}
      {errors.intakeReason && (
        <IntakeNotice
          serviceId={found.service.id}
          reason={intakeReason}
          error={errors.intakeReason}
          onReason={setIntakeReason}
        />
      )}
      <RefusedParts
        recipient={{ ...found.organization, name: organization }}
        contact={contact}
        errors={errors}
        fields={['intakeReason', 'consentOverrideReason', 'consentOverrideText']}
        onContact={setContact}
      />
      {gap && (
        <ConsentGapNotice
          gap={gap}
          contactId={contactId}
          mayOverride
          override={override}
          errors={errors}
          onOverride={(change) => setOverride((before) => ({ ...before, ...change }))}
        />
      )}
      <Group>
        <Button ref={button} loading={send.isPending} onClick={submit}>
          {t('sendNow')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
      </Group>
    </fieldset>
  )
}
