import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { getPickedPerson, type PickedPerson } from '#casework/clients/web/person-search-public.tsx'
import type { Need } from '#directory/needs/need.ts'
import { guessNeed } from '#directory/needs/need-words.ts'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { api } from '#platform/web/api.ts'
import { DraftGate } from '#platform/web/draft-gate.tsx'
import { NoAccessScreen } from '#platform/web/no-access-screen.tsx'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import type { PersonNeed } from '../person-need.ts'
import { ConsentAskedContext, type SendingParts } from './consent-asked.ts'
import { NewReferralForm } from './new-referral-form.tsx'
import classes from './new-referral-page.module.css'
import { nameOfDraft, REFERRAL_DRAFT, type ReferralDraft } from './referral-draft.ts'
import type { Beginning } from './use-referral-form.ts'

interface GivenService {
  id: string
  name: string
  organization: { id: string; name: string }
  categories: { name: string; need: Need | null }[]
}
interface Given {
  person: PickedPerson | null
  service: GivenService | null
  need: string
  requestId: string | null
  /** the request, if it was tried before */
  tried: PersonNeed | null
  alsoForIds: string[]
}

/** The need that a category of the service belongs to; otherwise the one that its words indicate. */
const needOf = ({ categories, name }: GivenService) =>
  categories.find(({ need }) => need)?.need ?? guessNeed(...categories.map((category) => category.name), name)

/** A request that was tried before: another referral for it does not change its details. */
async function findTried(contactId: string, requestId: string) {
  const query = { contactId }
  const { items } = await api.get<{ items: PersonNeed[] }>('/api/referralRequest/', { query, quiet: true })
  return items.find(({ id, isTried }) => id === requestId && isTried) ?? null
}

/**
 * Person and destination can be given in the URL: from a person's page, a service's, or an alternative after a decline.
 */
export const loader = async ({ request }: LoaderFunctionArgs): Promise<Given> => {
  const words = new URL(request.url).searchParams
  const [contactId, serviceId] = [words.get('contactId'), words.get('serviceId')]
  const service = serviceId ? await api.get<GivenService>(`/api/service/${serviceId}`, { quiet: true }) : null
  const person = contactId ? await getPickedPerson(contactId) : null
  const requestId = words.get('requestId')
  return {
    person,
    tried: person && requestId ? await findTried(person.id, requestId) : null,
    service,
    need: words.get('need') ?? (service && needOf(service)) ?? '',
    requestId,
    alsoForIds: words.getAll('alsoFor'),
  }
}

const givenOnly = ({ person, service, need, requestId, tried, alsoForIds }: Given): Beginning => ({
  person,
  personText: '',
  alsoForIds,
  destination: { serviceId: service?.id ?? null, recipientOrganizationId: service?.organization.id ?? null },
  destinationText: service ? `${service.name} · ${shownName(service.organization.name)}` : '',
  requestId,
  isTried: tried !== null,
  values: {
    need: tried?.need ?? need,
    urgency: tried?.urgency ?? 'routine',
    neededBy: tried?.neededBy ?? '',
    note: '',
  },
})

/** An unfinished referral; a person who was recorded meanwhile fills the open field, and no other. */
const continued = ({ override, ...draft }: ReferralDraft, { person }: Given): Beginning => ({
  ...draft,
  unsentOverride: override,
  person: draft.person ?? person,
})

export function Screen({ ConsentAsked }: SendingParts) {
  const { t } = useTranslation('referrals')
  const given = useLoaderData<Given>()
  if (!userHasRole(knownUser(), ...caseworkRoles)) return <NoAccessScreen title={t('new.title')} />
  return (
    <div className={classes.form}>
      <PageHeading title={t('new.title')} lead={t('new.lead')} />
      <ConsentAskedContext value={ConsentAsked}>
        <DraftGate<ReferralDraft> name={REFERRAL_DRAFT} nameOf={nameOfDraft}>
          {(draft) => <NewReferralForm begin={draft ? continued(draft, given) : givenOnly(given)} />}
        </DraftGate>
      </ConsentAskedContext>
    </div>
  )
}
