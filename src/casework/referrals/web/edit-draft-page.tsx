import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { getPickedPerson, type PickedPerson } from '#casework/clients/web/person-search-public.tsx'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { api } from '#platform/web/api.ts'
import { DraftGate } from '#platform/web/draft-gate.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { Referral } from '../referral-call.ts'
import { ConsentAskedContext, type SendingParts } from './consent-asked.ts'
import { NewReferralForm } from './new-referral-form.tsx'
import classes from './new-referral-page.module.css'
import { nameOfDraft, nameOfEdit, type ReferralDraft } from './referral-draft.ts'
import type { Beginning } from './use-referral-form.ts'

interface Given {
  referral: Referral
  person: PickedPerson
  /** a person who was recorded while the form was left for that */
  recorded: PickedPerson | null
}

/** A draft as the form's initial values; readers who may not change it are redirected to the referral. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const referral = await api.get<Referral>(`/api/referral/${params.id}`, { quiet: true })
  if (!referral.mayEdit || !referral.contactId) return redirect(`/referrals/${params.id}`)
  const recordedId = new URL(request.url).searchParams.get('contactId')
  const recorded = recordedId ? await getPickedPerson(recordedId) : null
  return { referral, person: await getPickedPerson(referral.contactId), recorded } satisfies Given
}

function beginningOf(referral: Referral, person: PickedPerson): Beginning {
  const { service, referredToOrganization: organization } = referral
  return {
    editing: { id: referral.id, version: referral.version },
    person,
    personText: '',
    alsoForIds: referral.alsoFor.flatMap(({ contactId }) => contactId ?? []),
    destination: {
      serviceId: service?.id ?? null,
      recipientOrganizationId: organization.id,
      directedToId: referral.directedTo?.id ?? null,
      directedToName: referral.directedTo?.name ?? null,
      directReferralContact: referral.directReferralContact,
    },
    destinationText: [service?.name, shownName(organization.name)].filter(Boolean).join(' · '),
    requestId: null,
    values: {
      need: referral.need,
      urgency: referral.urgency,
      neededBy: referral.neededBy ?? '',
      note: referral.note ?? '',
      intakeReason: referral.unsent?.intakeReason ?? '',
    },
    ...overrideBefore(referral),
  }
}

/** What was said when its sending was undone. It is used only once the form shows it again. */
const overrideBefore = ({ unsent }: Referral) => {
  if (!unsent?.consentOverrideReason) return {}
  const { consentOverrideReason, consentOverrideText } = unsent
  return { unsentOverride: { consentOverrideReason, consentOverrideText } }
}

/** The input before the form was left; a person who was recorded meanwhile fills the open field. */
const continued = ({ override, ...draft }: ReferralDraft, { referral, recorded }: Given): Beginning => ({
  ...draft,
  unsentOverride: override,
  editing: { id: referral.id, version: draft.version ?? referral.version },
  person: draft.person ?? recorded,
})

export function Screen({ ConsentAsked }: SendingParts) {
  const { t } = useTranslation('referrals')
  const given = useLoaderData<Given>()
  const { referral, person, recorded } = given
  return (
    <div className={classes.form}>
      <PageHeading title={t('new.editTitle')} lead={t('new.lead')} />
      <ConsentAskedContext value={ConsentAsked}>
        <DraftGate<ReferralDraft> name={nameOfEdit(referral.id)} nameOf={nameOfDraft}>
          {(draft) => (
            <NewReferralForm begin={draft ? continued(draft, given) : beginningOf(referral, recorded ?? person)} />
          )}
        </DraftGate>
      </ConsentAskedContext>
    </div>
  )
}
