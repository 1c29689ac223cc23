import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { api } from '#platform/web/api.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import type { Referral } from '../referral-call.ts'
import { NewReferralForm } from './new-referral-form.tsx'
import classes from './new-referral-page.module.css'
import type { PickedPerson } from './person-picker.tsx'
import type { Beginning } from './use-referral-form.ts'

/** A draft as its form begins; whoever may not change it is led to the referral. */
export async function loader({ params }: LoaderFunctionArgs) {
  const referral = await api.get<Referral>(`/api/referral/${params.id}`, { quiet: true })
  if (!referral.mayEdit || !referral.contactId) return redirect(`/referrals/${params.id}`)
  return { referral, person: await api.get<PickedPerson>(`/api/contact/${referral.contactId}`, { quiet: true }) }
}

function beginningOf(referral: Referral, { id, firstName, lastName, birthDate, postalCode }: PickedPerson): Beginning {
  const { service, referredToOrganization: organization } = referral
  return {
    editing: { id: referral.id, version: referral.version },
    person: { id, firstName, lastName, birthDate, postalCode },
    personText: '',
    destination: {
      serviceId: service?.id ?? null,
      recipientOrganizationId: organization.id,
      directedToId: referral.directedTo?.id ?? null,
      directReferralContact: referral.directReferralContact,
    },
    destinationText: service ? `${service.name} · ${organization.name}` : organization.name,
    requestId: null,
    values: {
      need: referral.need,
      urgency: referral.urgency,
      neededBy: referral.neededBy ?? '',
      note: referral.note ?? '',
    },
    override: {},
  }
}

export function Screen() {
  const { t } = useTranslation('referrals')
  const { referral, person } = useLoaderData<{ referral: Referral; person: PickedPerson }>()
  return (
    <div className={classes.form}>
      <PageHeading title={t('new.editTitle')} lead={t('new.lead')} />
      <NewReferralForm begin={beginningOf(referral, person)} />
    </div>
  )
}
