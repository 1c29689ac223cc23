import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { type ReactNode, use, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Need } from '#directory/needs/need.ts'
import { Field } from '#platform/web/field.tsx'
import { Card } from '#ui/card.tsx'
import { useSteadyFocus } from '#ui/steady-focus.ts'
import { AlreadyReferred } from './already-referred.tsx'
import { AlsoFor } from './also-for.tsx'
import { ConsentAskedContext } from './consent-asked.ts'
import { ConsentGapNotice } from './consent-gap-notice.tsx'
import { DestinationPicker } from './destination-picker.tsx'
import { IntakeNotice } from './intake-notice.tsx'
import { MoreRecipients } from './more-recipients.tsx'
import { NeedField } from './need-field.tsx'
import classes from './new-referral-page.module.css'
import { PersonPicker } from './person-picker.tsx'
import { type Beginning, useReferralForm } from './use-referral-form.ts'

/** The form of a new referral: who, where, what for. */
export function NewReferralForm({ begin }: { begin: Beginning }) {
  const { t } = useTranslation(['referrals', 'platform', 'clients'])
  const referral = useReferralForm(begin)
  const { form, person, destination } = referral
  const all = useRef<HTMLFormElement>(null)
  useSteadyFocus(all)
  return (
    <form ref={all} onSubmit={form.submit} noValidate>
      <Stack gap="lg">
        <Part name="who">
          <PersonPicker
            value={person}
            text={referral.personText}
            draftId={referral.draftId}
            onText={referral.setPersonText}
            onChange={referral.setPerson}
            error={form.errors.contactId}
          />
          {person && (
            <AlsoFor
              contactId={person.id}
              value={referral.alsoForIds}
              error={form.errors.alsoForIds}
              onChange={referral.setAlsoForIds}
            />
          )}
        </Part>
        <Part name="where">
          <DestinationPicker
            withPerson
            value={destination}
            near={person?.postalCode ?? null}
            onChange={referral.changeDestination}
            error={form.errors.recipientOrganizationId}
            errors={form.errors}
            initialText={begin.destinationText}
          />
          <IntakeNotice
            serviceId={destination.serviceId}
            contactId={person?.id}
            reason={String(form.values.intakeReason ?? '')}
            error={form.errors.intakeReason}
            onReason={(reason) => form.set('intakeReason', reason)}
          />
          {!begin.editing && (
            <MoreRecipients
              value={referral.others}
              onChange={referral.setOthers}
              person={person}
              errors={form.errors}
            />
          )}
        </Part>
        {person && destination.recipientOrganizationId && (
          <AlreadyReferred contactId={person.id} destination={destination} />
        )}
        <Part name="what">
          <Stack>
            {referral.isTried && <p className={classes.settled}>{t('new.settled')}</p>}
            <NeedField form={form} readOnly={referral.isTried} />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <Field
                form={form}
                name="urgency"
                required
                description={t('new.urgencyHint')}
                readOnly={referral.isTried}
              />
              <Field form={form} name="neededBy" description={t('new.neededByHint')} readOnly={referral.isTried} />
            </SimpleGrid>
            <Field form={form} name="note" description={t('new.noteHint')} />
          </Stack>
        </Part>
        {!referral.gap && <WaitingConsents referral={referral} />}
        {referral.gap && (
          <ConsentGapNotice
            gap={referral.gap}
            contactId={person?.id ?? null}
            recipientId={destination.recipientOrganizationId}
            mayOverride
            override={referral.override}
            errors={form.errors}
            onOverride={referral.setOverride}
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" variant="default" disabled={form.isSending} onClick={() => referral.setDraft(true)}>
            {t('new.keep')}
          </Button>
          <Button
            type="submit"
            loading={form.isSending}
            onClick={() => referral.setDraft(false)}
            leftSection={<IconSend size={20} aria-hidden />}
          >
            {t('new.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What was asked for by a link before, of everybody whom the referral is for. */
function WaitingConsents({ referral }: { referral: ReturnType<typeof useReferralForm> }) {
  const ConsentAsked = use(ConsentAskedContext)
  const { person, alsoForIds, destination, form } = referral
  const recipientId = destination.recipientOrganizationId
  if (!ConsentAsked || !person || !recipientId) return null
  const need = (form.values.need as Need | '') || null
  return [person.id, ...alsoForIds].map((contactId) => (
    <ConsentAsked key={contactId} isMissing={false} {...{ contactId, recipientId, need }} />
  ))
}

function Part({ name, children }: { name: 'who' | 'where' | 'what'; children: ReactNode }) {
  const { t } = useTranslation('referrals')
  return (
    <Card labelledBy={`${name}-heading`}>
      <h2 id={`${name}-heading`} className={classes.heading}>
        {t(`new.${name}`)}
      </h2>
      {children}
    </Card>
  )
}
