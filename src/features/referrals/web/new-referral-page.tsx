import { Button, Group, Stack } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { ApiError, api } from '#platform/web/api.ts'
import { errorText, useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { notify } from '#platform/web/notify.ts'
import { Card } from '#ui/card.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { NewReferral } from '../referral-call.ts'
import { ConsentGapNotice } from './consent-gap-notice.tsx'
import { type Destination, DestinationPicker } from './destination-picker.tsx'
import classes from './new-referral-page.module.css'
import { type GivenOverride, overrideErrors } from './override-fields.tsx'
import { PersonPicker, type PickedPerson } from './person-picker.tsx'
import { createReferral } from './referral-calls.ts'

interface Given {
  person: PickedPerson | null
  service: { id: string; name: string; organization: { id: string; name: string } } | null
  need: string
  requestId: string | null
}

/** Who and where can be given in the address: from a person's page, a service's, or a decline's alternative. */
export const loader = async ({ request }: LoaderFunctionArgs): Promise<Given> => {
  const words = new URL(request.url).searchParams
  const [contactId, serviceId] = [words.get('contactId'), words.get('serviceId')]
  return {
    person: contactId ? await api.get<PickedPerson>(`/api/contact/${contactId}`, { quiet: true }) : null,
    service: serviceId ? await api.get<Given['service']>(`/api/service/${serviceId}`, { quiet: true }) : null,
    need: words.get('need') ?? '',
    requestId: words.get('requestId'),
  }
}

const Details = NewReferral.pick({ need: true, urgency: true, neededBy: true, note: true })

/** What the form needs beside the contract's fields. */
function useReferralForm(given: Given) {
  const { t } = useTranslation('referrals')
  const navigate = useNavigate()
  const [person, setPerson] = useState(given.person)
  const [destination, setDestination] = useState<Destination>({
    serviceId: given.service?.id ?? null,
    recipientOrganizationId: given.service?.organization.id ?? null,
  })
  const [gap, setGap] = useState<Record<string, unknown> | null>(null)
  const [override, setOverride] = useState<GivenOverride>({})
  const [isDraft, setDraft] = useState(false)
  const form = useContractForm({
    contract: Details,
    texts: 'referrals',
    initial: { need: given.need, urgency: 'routine', neededBy: '', note: '' },
    rules: () => ({
      ...(person ? {} : { contactId: errorText('person-required', 'referrals') }),
      ...(destination.recipientOrganizationId
        ? {}
        : { recipientOrganizationId: errorText('organization-required', 'referrals') }),
      ...overrideErrors(override),
    }),
    onSubmit: async (details) => {
      const referral = await createReferral({
        ...details,
        ...destination,
        contactId: person?.id,
        requestId: given.requestId,
        ...override,
        send: !isDraft,
      })
      notify(t(isDraft ? 'done.draft' : 'done.send'))
      navigate(`/referrals/${referral.id}`)
    },
    onInvalid: () => notify(t('platform:form.checkErrors'), 'bad'),
    onFailure: (error) => {
      const isGap = error instanceof ApiError && error.code === 'consent-missing'
      setGap(isGap ? error.body : null)
      if (!isGap)
        notify(t(error instanceof ApiError && error.errors.length > 0 ? 'platform:form.checkErrors' : 'failed'), 'bad')
    },
  })
  return { form, person, setPerson, destination, setDestination, gap, override, setOverride, setDraft }
}

export function Screen() {
  const { t } = useTranslation(['referrals', 'platform', 'contacts'])
  const given = useLoaderData<Given>()
  const { form, person, setPerson, destination, setDestination, gap, override, setOverride, setDraft } =
    useReferralForm(given)
  const initialText = given.service ? `${given.service.name} · ${given.service.organization.name}` : ''
  return (
    <form onSubmit={form.submit} noValidate className={classes.form}>
      <PageHeading title={t('new.title')} lead={t('new.lead')} />
      <Stack gap="lg">
        <Card labelledBy="who-heading">
          <h2 id="who-heading" className={classes.heading}>
            {t('new.who')}
          </h2>
          <PersonPicker value={person} onChange={setPerson} error={form.errors.contactId} />
        </Card>
        <Card labelledBy="where-heading">
          <h2 id="where-heading" className={classes.heading}>
            {t('new.where')}
          </h2>
          <DestinationPicker
            withPerson
            value={destination}
            onChange={setDestination}
            error={form.errors.recipientOrganizationId}
            errors={form.errors}
            initialText={initialText}
          />
        </Card>
        <Card labelledBy="what-heading">
          <h2 id="what-heading" className={classes.heading}>
            {t('new.what')}
          </h2>
          <Stack>
            <Field form={form} name="need" choices={needChoices(t)} />
            <Group grow align="start">
              <Field form={form} name="urgency" required />
              <Field form={form} name="neededBy" />
            </Group>
            <Field form={form} name="note" description={t('new.noteHint')} />
          </Stack>
        </Card>
        {gap && (
          <ConsentGapNotice
            gap={gap}
            contactId={person?.id ?? null}
            mayOverride
            override={override}
            errors={form.errors}
            onOverride={(change) => setOverride((before) => ({ ...before, ...change }))}
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" variant="default" disabled={form.isSending} onClick={() => setDraft(true)}>
            {t('new.keep')}
          </Button>
          <Button
            type="submit"
            loading={form.isSending}
            onClick={() => setDraft(false)}
            leftSection={<IconSend size={20} aria-hidden />}
          >
            {t('new.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const needChoices = (t: (key: string) => string) =>
  Details.shape.need.options.map((need) => ({ value: need, label: t(`contacts:choices.need.${need}`) }))
