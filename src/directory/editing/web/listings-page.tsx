import { Button, Group } from '@mantine/core'
import { IconEyeOff, IconPencil, IconPlus, IconWorld } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { DAYS_HELD, dayAfter, type ShownIntake } from '#directory/services/service-intake.ts'
import { IntakeChip, today, VerifiedLine } from '#directory/services/web/service-view-public.tsx'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { notify } from '#platform/web/notify.ts'
import { knownUser } from '#platform/web/session-user.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { StatusChip } from '#ui/status-chip.tsx'
import type { Listings } from '../listing-editing.ts'
import classes from './editing.module.css'
import type { ListingParts } from './editing-public.tsx'
import { getListings, renewIntake } from './listing-calls.ts'
import { PlaceLine } from './place-line.tsx'
import { RemovedPlaces } from './removed-places.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  getListings(new URL(request.url).searchParams.get('organizationId'), { signal: request.signal })

/** What the directory says about an organization, for those who edit it. */
export function Screen({ WaitingCorrections }: ListingParts) {
  const { t } = useTranslation('editing')
  const { organization, services, places, removedPlaces } = useLoaderData<Listings>()
  const addPath = `/organization/listing/new?organizationId=${organization.id}`
  if (!organization.mayEdit)
    return (
      <>
        <PageHeading title={t('list.title')} lead={shownName(organization.name)} />
        <EmptyState title={t('list.waitingTitle')}>{t('list.waitingText')}</EmptyState>
      </>
    )
  const add = (label: string) => (
    <Button component={Link} to={addPath} leftSection={<IconPlus size={20} aria-hidden />}>
      {label}
    </Button>
  )
  return (
    <>
      <PageHeading
        title={t('list.title')}
        lead={t('list.lead', { organization: shownName(organization.name) })}
        action={
          <Group gap="sm">
            <Button
              component={Link}
              to={`/organization/profile/${organization.id}`}
              variant="default"
              leftSection={<IconPencil size={20} aria-hidden />}
            >
              {t('list.profile')}
            </Button>
            {services.length > 0 && add(t('list.add'))}
          </Group>
        }
      />
      <WaitingCorrections organizationId={organization.id} />
      {services.length === 0 ? (
        <EmptyState title={t('list.emptyTitle')} action={add(t('list.addFirst'))}>
          {t('list.emptyText')}
        </EmptyState>
      ) : (
        <section aria-labelledby="services" className={classes.part}>
          <h2 id="services">{t('list.services')}</h2>
          <ul className={classes.cards}>
            {services.map((service) => (
              <li key={service.id}>
                <ServiceLine service={service} />
                {service.mergedInto && <MergedLine into={service.mergedInto} />}
                {service.intake?.isConfirmed === false && <Lapsed service={service} intake={service.intake} />}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="places" className={classes.part}>
        <div className={classes.partHead}>
          <h2 id="places">{t('list.places')}</h2>
          <Button
            component={Link}
            to={`/organization/place/new?organizationId=${organization.id}`}
            variant="default"
            leftSection={<IconPlus size={20} aria-hidden />}
          >
            {t('list.addPlace')}
          </Button>
        </div>
        {places.length === 0 ? (
          <p className={classes.also}>{t('list.noPlaces')}</p>
        ) : (
          <Card>
            <ul className={classes.placeList}>
              {places.map((place) => (
                <li key={place.id}>
                  <PlaceLine place={place} mayUnmark={organization.id === knownUser()?.organizationId} />
                </li>
              ))}
            </ul>
          </Card>
        )}
      </section>
      {removedPlaces.length > 0 && <RemovedPlaces places={removedPlaces} />}
    </>
  )
}

function ServiceLine({ service }: { service: Listings['services'][number] }) {
  const { t } = useTranslation('editing')
  return (
    <Link to={`/organization/listing/${service.id}`} className={classes.card}>
      <strong>{service.name}</strong>
      <span>{t('list.placeCount', { count: service.placeCount })}</span>
      <span className={classes.cardFoot}>
        <StatusChip
          tone={service.isListed ? 'leaf' : 'stone'}
          icon={service.isListed ? <IconWorld aria-hidden /> : <IconEyeOff aria-hidden />}
        >
          {t(service.isListed ? 'list.listed' : 'list.notListed')}
        </StatusChip>
        {service.intake && <IntakeChip intake={service.intake} />}
        <VerifiedLine assuredDate={service.assuredDate} />
      </span>
    </Link>
  )
}

/** Where a service went that was merged into another one. */
function MergedLine({ into }: { into: NonNullable<Listings['services'][number]['mergedInto']> }) {
  const { t } = useTranslation(['editing', 'platform'])
  const names = { service: into.name, organization: into.organizationName ?? t('platform:notNamed') }
  return (
    <p className={classes.also}>
      <Link to={`/directory/service/${into.id}`}>{t('list.mergedInto', names)}</Link>
    </p>
  )
}

/** Asks whether a status that is past its day still holds. How long a pause lasts, is said in the editor. */
function Lapsed({ service, intake }: { service: Listings['services'][number]; intake: ShownIntake }) {
  const { t } = useTranslation('editing')
  const { revalidate } = useRevalidator()
  const [isSending, setSending] = useState(false)
  const renew = async () => {
    setSending(true)
    const isSaved = await renewIntake(service, { ...intake, until: dayAfter(today(), DAYS_HELD) }).then(
      () => true,
      () => false,
    )
    await revalidate()
    setSending(false)
    notify(t(isSaved ? 'list.renewed' : 'list.renewFailed'), isSaved ? 'good' : 'bad')
  }
  const isPause = intake.status === 'paused'
  return (
    <p className={classes.lapsed}>
      <span>{t(isPause ? 'list.lapsedPause' : 'list.lapsed')}</span>
      {!isPause && (
        <Button
          variant="default"
          size="sm"
          loading={isSending}
          aria-label={t('list.stillSoFor', { service: service.name })}
          onClick={() => void renew()}
        >
          {t('list.stillSo')}
        </Button>
      )}
    </p>
  )
}
