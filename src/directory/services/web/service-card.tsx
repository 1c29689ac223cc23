import { Button } from '@mantine/core'
import { IconLock, IconMapPin, IconPhone, IconSend } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Fit } from '#directory/eligibility/fit.ts'
import type { Need } from '#directory/needs/need.ts'
import { correctTimesIn } from '#platform/schema/clock-words.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import { Card } from '#ui/card.tsx'
import { opensNextWords } from '../opens-next.ts'
import { confidentialName } from '../reach-words.ts'
import { categoryName, type ServiceItem } from '../service-search.ts'
import { AnswersLine } from './answers-line.tsx'
import classes from './directory.module.css'
import { FitLine } from './fit-line.tsx'
import { formatHours, isAllDay, openUntilWords } from './format-hours.ts'
import { IntakeChip } from './intake-chip.tsx'
import { languageName } from './language-name.ts'
import { OpenChip } from './open-chip.tsx'
import { PhoneLink } from './phone-link.tsx'
import { ReachLine } from './reach-line.tsx'
import { VerifiedLine } from './verified-line.tsx'

interface ServiceCardProps {
  service: ServiceItem & { fit?: Fit }
  mayRefer: boolean
  /** the need that the search words indicate, if any */
  need: Need | null
  /** The person for whom the search is. */
  contactId?: string | undefined
  /** Adds it to a list. */
  collect?: ReactNode
  /** its number in the list and on the map, beside a map */
  number?: ReactNode
  isSelected?: boolean
}

/** One result: service, organization, location, hours, phones, and the next step. */
export function ServiceCard({
  service,
  mayRefer,
  need,
  contactId,
  collect,
  number,
  isSelected = false,
}: ServiceCardProps) {
  const { t, i18n } = useTranslation('services')
  const [phone] = service.phones
  const labels = [
    ...service.categories.map(({ guessedFrom, ...each }) => {
      const category = categoryName(each, i18n.language)
      return guessedFrom ? t('service.guessed', { category }) : category
    }),
    ...service.languages.map(languageName),
  ]
  return (
    <Card labelledBy={`service-${service.id}`} className={`${classes.result} ${isSelected ? classes.selected : ''}`}>
      <div className={classes.resultHead}>
        {number}
        <div>
          <h2 id={`service-${service.id}`}>
            {/* The page of the service links back to this search. */}
            <Link
              to={`/directory/service/${service.id}${queryOf({ place: shownPlace(service), contactId })}`}
              state={{ isFromDirectory: true }}
            >
              {service.name}
            </Link>
          </h2>
          <p className={classes.organization}>{service.organizationName ?? t('service.providerNotNamed')}</p>
        </div>
        <OpenChip isOpen={service.isOpenNow} />
      </div>
      {service.fit && <FitLine fit={service.fit} />}
      {service.alert && <p className={classes.alert}>{service.alert}</p>}
      {service.description && <p className={classes.excerpt}>{service.description}</p>}
      <ul className={classes.facts}>
        {service.intake && (
          <li>
            <IntakeChip intake={service.intake} />
          </li>
        )}
        <Hours service={service} />
        <Where service={service} />
        <ReachLine reach={service.reach} />
        {phone && (
          <li>
            <IconPhone size={18} aria-hidden />
            <PhoneLink phone={phone} />
          </li>
        )}
      </ul>
      {labels.length > 0 && <p className={classes.labels}>{labels.join(' · ')}</p>}
      <div className={classes.resultFoot}>
        <VerifiedLine assuredDate={service.assuredDate} />
        {mayRefer && <AnswersLine answersHere={service.answersHere} />}
        {(collect || mayRefer) && (
          <div className={classes.actions}>
            {collect}
            {mayRefer && (
              <Button
                component={Link}
                to={`/referrals/new${queryOf({ serviceId: service.id, need, contactId })}`}
                variant="default"
                leftSection={<IconSend size={18} aria-hidden />}
                aria-label={t('service.referTo', { service: service.name })}
              >
                {t('service.refer')}
              </Button>
            )}
          </div>
        )}
      </div>
    </Card>
  )
}

/** A query of those that there are. */
function queryOf(values: Record<string, string | null | undefined>) {
  const query = new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return query.size ? `?${query}` : ''
}

/** The page starts with the place of the card: the nearest one, where the search was for a place. */
const shownPlace = ({ place, placeCount }: ServiceItem) =>
  place && (placeCount > 1 || (!place.isOwn && place.address)) ? place.id : null

function Hours({ service }: { service: ServiceItem }) {
  const { t, i18n } = useTranslation('services')
  if (service.isOpenNow === null) return null
  const said = isAllDay(service.hoursToday)
    ? t('service.allDay')
    : service.hoursToday.length
      ? t('service.today', { hours: formatHours(service.hoursToday, i18n.language) })
      : service.openUntil === null && t('service.closedToday')
  const until =
    service.openUntil !== null && !isAllDay(service.hoursToday) && openUntilWords(service.openUntil, t, i18n)
  const opens = opensNextWords(service.opensNext, service.hoursToday, t, i18n.language)
  return <li className={classes.hours}>{correctTimesIn([until, said, opens].filter(Boolean).join('. '))}</li>
}

function Where({ service }: { service: ServiceItem }) {
  const { t, i18n } = useTranslation('services')
  const { place, distance, placeCount } = service
  if (!place) return null
  const address = [place.address, place.city, [place.stateProvince, place.postalCode].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')
  const miles = distance !== null && distance >= 10 ? Math.round(distance) : distance
  const told = [
    miles !== null &&
      t('service.away', { count: miles, replace: { count: miles.toLocaleString(localeOf(i18n.language)) } }),
    placeCount > 1 && t('service.nearestOf', { count: placeCount }),
    !place.isOwn && t('service.office'),
  ].filter(Boolean)
  // Whose office it is, is not known.
  if (service.organizationName === null && !place.isOwn && !address) return null
  const where = address || place.name || confidentialName(place, t)
  if (!where && !told.length) return null
  return (
    <li>
      {place.isConfidential ? <IconLock size={18} aria-hidden /> : <IconMapPin size={18} aria-hidden />}
      <span>
        {where}
        {place.isConfidential && address && <> · {t('service.confidential')}</>}
        {told.length > 0 && <small className={classes.told}> {told.join(', ')}</small>}
      </span>
    </li>
  )
}
