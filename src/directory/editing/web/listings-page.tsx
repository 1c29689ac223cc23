import { Button } from '@mantine/core'
import { IconEyeOff, IconMapPin, IconPlus, IconWorld } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { VerifiedLine } from '#directory/services/web/service-view-public.tsx'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { StatusChip } from '#ui/status-chip.tsx'
import type { Listings } from '../service-editing.ts'
import classes from './editing.module.css'
import { placeName } from './field-words.ts'
import { getListings } from './service-calls.ts'

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
        action={services.length > 0 && add(t('list.add'))}
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
                  <IconMapPin size={18} aria-hidden />
                  <span>
                    <strong>{placeName(place)}</strong>
                    {place.name && place.address && <span className={classes.also}> {place.address}</span>}
                  </span>
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
        <VerifiedLine assuredDate={service.assuredDate} />
      </span>
    </Link>
  )
}
