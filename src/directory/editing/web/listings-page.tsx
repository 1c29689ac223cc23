import { Button, Group } from '@mantine/core'
import { IconEyeOff, IconLock, IconMapPin, IconPencil, IconPlus, IconWorld } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import type { ListedPlace } from '#directory/services/service-document.ts'
import { DAYS_HELD, dayAfter, type ShownIntake } from '#directory/services/service-intake.ts'
import { IntakeChip, today, VerifiedLine } from '#directory/services/web/service-view-public.tsx'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { ApiError } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { knownUser } from '#platform/web/session-user.ts'
import { Card } from '#ui/card.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { StatusChip } from '#ui/status-chip.tsx'
import type { Listings } from '../listing-editing.ts'
import classes from './editing.module.css'
import { placeName } from './field-words.ts'
import { getListings, markPlace, renewIntake } from './listing-calls.ts'

export const loader = ({ request }: LoaderFunctionArgs) =>
  getListings(new URL(request.url).searchParams.get('organizationId'), { signal: request.signal })

/** What the directory says about an organization, for those who edit it. */
export function Screen() {
  const { t } = useTranslation('editing')
  const { organization, services, places } = useLoaderData<Listings>()
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
                {service.intake?.isConfirmed === false && <Lapsed service={service} intake={service.intake} />}
              </li>
            ))}
          </ul>
        </section>
      )}
      {places.length > 0 && (
        <section aria-labelledby="places" className={classes.part}>
          <h2 id="places">{t('list.places')}</h2>
          <Card>
            <ul className={classes.placeList}>
              {places.map((place) => (
                <li key={place.id}>
                  <PlaceLine place={place} mayUnmark={organization.id === knownUser()?.organizationId} />
                </li>
              ))}
            </ul>
          </Card>
        </section>
      )}
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

/** A place with its address, and whether that is kept from others. */
function PlaceLine({ place, mayUnmark }: { place: ListedPlace; mayUnmark: boolean }) {
  const { t } = useTranslation('editing')
  const [isAsking, setAsking] = useState(false)
  const act = place.isConfidential ? 'unmark' : 'mark'
  // Who may not know where it is, cannot edit it.
  const isOpen = mayUnmark || !place.isConfidential
  return (
    <>
      {place.isConfidential ? <IconLock size={18} aria-hidden /> : <IconMapPin size={18} aria-hidden />}
      <div className={classes.place}>
        <span>
          {isOpen ? (
            <Link to={`/organization/place/${place.id}`}>{placeName(place)}</Link>
          ) : (
            <strong>{placeName(place)}</strong>
          )}
          {place.name && place.address && <span className={classes.addressLine}>{place.address}</span>}
        </span>
        {place.isConfidential && (
          <StatusChip tone="plum" icon={<IconLock aria-hidden />}>
            {t('list.confidential')}
          </StatusChip>
        )}
        {isOpen && (
          <Button
            className={classes.mark ?? ''}
            variant="default"
            size="sm"
            aria-label={t(`list.${act}Place`, { place: placeName(place) })}
            onClick={() => setAsking(true)}
          >
            {t(`list.${act}`)}
          </Button>
        )}
      </div>
      {isAsking && <MarkDialog place={place} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Says what it means that a place is confidential, or no longer is. */
function MarkDialog({ place, onClose }: { place: ListedPlace; onClose: () => void }) {
  const { t } = useTranslation(['editing', 'platform'])
  const { revalidate } = useRevalidator()
  const [isSending, setSending] = useState(false)
  const [act] = useState(place.isConfidential ? 'unmark' : 'mark')
  const save = async () => {
    setSending(true)
    const told = await tryToMark()
    await revalidate()
    notify(told.text, told.kind)
    onClose()
  }
  const tryToMark = async () => {
    try {
      await markPlace(place.id, { version: place.version, isConfidential: act === 'mark' })
      return { text: t(`list.${act}ed`), kind: 'good' } as const
    } catch (error) {
      const isStale = error instanceof ApiError && error.code === 'stale-version'
      return { text: t(isStale ? 'edit.meanwhile.location' : 'list.markFailed'), kind: 'bad' } as const
    }
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(`list.${act}Title`)}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <div className={classes.form}>
        <p>{t(`list.${act}Text`, { place: placeName(place) })}</p>
        {act === 'mark' && <p>{t('list.markTextWords')}</p>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('platform:form.cancel')}
          </Button>
          <Button loading={isSending} onClick={() => void save()}>
            {t(`list.${act}`)}
          </Button>
        </Group>
      </div>
    </Dialog>
  )
}
