import { Button, Stack } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PickedPerson } from '#casework/clients/web/person-search-public.tsx'
import { errorText } from '#platform/web/contract-form.ts'
import { randomUuid } from '#platform/web/random-uuid.ts'
import { MOST_RECIPIENTS, type MoreRecipient } from '../referral-call.ts'
import { AlreadyReferred } from './already-referred.tsx'
import { asSent, type Destination, DestinationPicker } from './destination-picker.tsx'
import { IntakeNotice } from './intake-notice.tsx'
import { contactErrors } from './invited-contact.tsx'
import classes from './new-referral-page.module.css'

/** A further service that is asked at the same time, as it is being chosen. */
export interface OtherRecipient {
  key: string
  destination: Destination
  destinationText: string
  intakeReason: string
}

const prefixOf = (index: number) => `alsoTo.${index}.`

/** What the call gets of the further recipients. */
export const asRecipients = (others: readonly OtherRecipient[]): MoreRecipient[] =>
  others.map(({ destination, intakeReason }) => ({
    ...asSent(destination),
    directReferralContact: destination.directReferralContact ?? null,
    intakeReason: intakeReason.trim() || null,
  }))

/** What is missing in the further recipients, by field names. */
export const recipientErrors = (others: readonly OtherRecipient[]): Record<string, string> =>
  Object.fromEntries(
    others.flatMap(({ destination }, index) => [
      ...(destination.recipientOrganizationId
        ? []
        : [[`${prefixOf(index)}recipientOrganizationId`, errorText('organization-required', 'referrals')]]),
      ...Object.entries(contactErrors(destination.directReferralContact)).map(([name, text]) => [
        `${prefixOf(index)}${name}`,
        text,
      ]),
    ]),
  )

interface MoreRecipientsProps {
  value: OtherRecipient[]
  onChange: (others: OtherRecipient[]) => void
  person: PickedPerson | null
  errors: Record<string, string>
}

/** Further services for the same need. They are asked at once, and the first that accepts takes it. */
export function MoreRecipients({ value, onChange, person, errors }: MoreRecipientsProps) {
  const { t } = useTranslation('referrals')
  const change = (key: string, next: Partial<OtherRecipient>) =>
    onChange(value.map((each) => (each.key === key ? { ...each, ...next } : each)))
  const add = () => onChange([...value, { key: randomUuid(), destination: {}, destinationText: '', intakeReason: '' }])
  return (
    <Stack mt="md">
      {value.map(({ key, destination, destinationText, intakeReason }, index) => (
        <Stack key={key} className={classes.other} role="group" aria-label={t('more.label', { number: index + 2 })}>
          <DestinationPicker
            withPerson
            value={destination}
            near={person?.postalCode ?? null}
            onChange={(next, label) =>
              change(key, { destination: next, ...(label === undefined ? {} : { destinationText: label }) })
            }
            label={t('more.label', { number: index + 2 })}
            prefix={prefixOf(index)}
            error={errors[`${prefixOf(index)}recipientOrganizationId`]}
            errors={errors}
            initialText={destinationText}
          />
          <IntakeNotice
            serviceId={destination.serviceId}
            contactId={person?.id}
            reason={intakeReason}
            name={`${prefixOf(index)}intakeReason`}
            error={errors[`${prefixOf(index)}intakeReason`]}
            onReason={(reason) => change(key, { intakeReason: reason })}
          />
          {person && destination.recipientOrganizationId && (
            <AlreadyReferred contactId={person.id} destination={destination} />
          )}
          <div>
            <Button
              variant="subtle"
              leftSection={<IconTrash size={18} aria-hidden />}
              onClick={() => onChange(value.filter((each) => each.key !== key))}
            >
              {t('more.remove', { number: index + 2 })}
            </Button>
          </div>
        </Stack>
      ))}
      {value.length > 0 && <p className={classes.reach}>{t('more.explain')}</p>}
      {value.length < MOST_RECIPIENTS - 1 && (
        <div>
          <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
            {t('more.add')}
          </Button>
        </div>
      )}
    </Stack>
  )
}
