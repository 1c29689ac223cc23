import { IconLock, IconMapPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Card } from '#ui/card.tsx'
import spoken from '#ui/spoken.module.css'
import { StatusChip } from '#ui/status-chip.tsx'
import { opensNextWords } from '../opens-next.ts'
import { confidentialName } from '../reach-words.ts'
import type { DayHours, ServiceDetail, ServicePlace } from '../service-detail.ts'
import classes from './directory.module.css'
import { formatDay, formatHours, isAllDay, openUntilWords } from './format-hours.ts'
import { languageName } from './language-name.ts'
import { OpenChip } from './open-chip.tsx'
import { Contacts, Phones } from './service-contact.tsx'

/** What to call, then the place that was asked for, then the others, folded. */
export function ServicePlaces({ service, firstPlace }: { service: ServiceDetail; firstPlace: string | null }) {
  const { t } = useTranslation('services')
  const isOwn = service.places.some((p) => p.isOwn)
  // An office is of use only with its address.
  const rank = (place: ServicePlace) => (place.id === firstPlace ? 2 : Number(!isOwn && addressLines(place).length > 0))
  const [first, ...others] = [...service.places].sort((a, b) => rank(b) - rank(a))
  return (
    <div className={classes.stack}>
      <ServiceContact service={service} hasOwnPlaces={isOwn} />
      {first && (
        <section className={classes.stack} aria-labelledby="places">
          <h2 id="places">{t(isOwn ? 'service.where' : 'service.offices')}</h2>
          {!isOwn && <p className={classes.text}>{t('service.officesText')}</p>}
          <Card labelledBy={`place-${first.id}`}>
            <h3 id={`place-${first.id}`} className={classes.placeName}>
              {first.isConfidential ? <IconLock size={20} aria-hidden /> : <IconMapPin size={20} aria-hidden />}{' '}
              {placeName(first, confidentialName(first, t) || t('service.office'))}
            </h3>
            <PlaceFacts place={first} />
          </Card>
          {others.length > 0 && (
            <>
              <h3>{t('service.otherPlaces', { count: others.length })}</h3>
              {others.map((place) => (
                <FoldedPlace key={place.id} place={place} />
              ))}
            </>
          )}
        </section>
      )}
    </div>
  )
}

/** What to call for the service itself; its organization's phones, if neither it nor its place has one. */
function ServiceContact({ service, hasOwnPlaces }: { service: ServiceDetail; hasOwnPlaces: boolean }) {
  const { t } = useTranslation('services')
  const { organization, contacts, scheduleNotes } = service
  const isCalledThere = service.places.some((place) => place.phones.length > 0)
  const phones = service.phones.length || isCalledThere ? service.phones : organization.phones
  const hasWeek = !hasOwnPlaces && isAnyDayKnown(service.week)
  if (!phones.length && !contacts.length && !scheduleNotes.length && !hasWeek) return null
  return (
    <Card labelledBy="own-contact">
      <h2 id="own-contact">{t(hasWeek ? 'service.when' : 'service.contact')}</h2>
      <Phones phones={phones} />
      <Contacts contacts={contacts} />
      {hasWeek ? <Week week={service.week} at={service} notes={scheduleNotes} /> : <Notes notes={scheduleNotes} />}
    </Card>
  )
}

function addressLines({ addresses }: ServicePlace) {
  const address = addresses.find((a) => a.addressType === 'physical') ?? addresses[0]
  if (!address) return []
  const { address1, address2, city, stateProvince, postalCode } = address
  const town = [city, [stateProvince, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [address1, address2, town].filter((line): line is string => Boolean(line))
}

const placeName = (place: ServicePlace, otherwise: string) => place.name ?? addressLines(place)[0] ?? otherwise

/** A place with its address and whether it is open; the rest on demand. */
function FoldedPlace({ place }: { place: ServicePlace }) {
  const { t } = useTranslation('services')
  const name = placeName(place, confidentialName(place, t) || t('service.office'))
  return (
    <details className={classes.otherPlace}>
      <summary>
        <strong>{name}</strong>
        <OpenChip isOpen={place.isOpenNow} />
        <span>
          {addressLines(place)
            .filter((line) => line !== name)
            .join(', ')}
        </span>
      </summary>
      <PlaceFacts place={place} hasAddress={false} />
    </details>
  )
}

function PlaceFacts({ place, hasAddress = true }: { place: ServicePlace; hasAddress?: boolean }) {
  const { t } = useTranslation('services')
  const facts: [string, string][] = [
    [t('service.gettingThere'), place.transportation ?? ''],
    [t('service.accessibility'), place.accessibility.map((a) => a.details ?? a.description).join(' · ')],
    [t('service.languages'), place.languages.map((l) => languageName(l.name)).join(', ')],
  ]
  return (
    <>
      {hasAddress && addressLines(place).length > 0 && (
        <address className={classes.address}>
          {addressLines(place).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      )}
      <Confidential place={place} />
      <Phones phones={place.phones} />
      <Contacts contacts={place.contacts} />
      {isAnyDayKnown(place.week) ? (
        <Week week={place.week} at={place} notes={place.scheduleNotes} />
      ) : (
        <div className={classes.week}>
          {hasAddress && place.isOwn && <OpenChip isOpen={null} />}
          <Notes notes={place.scheduleNotes} />
        </div>
      )}
      <dl className={classes.placeFacts}>
        {facts
          .filter(([, text]) => text)
          .map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
    </>
  )
}

/** Why there is no address, or that it is not for everyone. */
function Confidential({ place }: { place: ServicePlace }) {
  const { t } = useTranslation('services')
  if (!place.isConfidential) return null
  const isHidden = place.area !== null || !addressLines(place).length
  return (
    <div className={classes.confidential}>
      {!isHidden && (
        <StatusChip tone="plum" icon={<IconLock aria-hidden />}>
          {t('service.confidential')}
        </StatusChip>
      )}
      <p className={classes.text}>{t(isHidden ? 'service.confidentialText' : 'service.confidentialShared')}</p>
    </div>
  )
}

const Notes = ({ notes }: { notes: string[] }) => notes.map((note) => <p key={note}>{note}</p>)

const isAnyDayKnown = (week: DayHours[]) => week.some(({ isKnown }) => isKnown)

interface WeekProps {
  week: DayHours[]
  at: Pick<ServicePlace, 'isOpenNow' | 'openUntil' | 'opensNext'>
  notes: string[]
}

function Week({ week, at, notes }: WeekProps) {
  const { t, i18n } = useTranslation('services')
  const isAlways = week.every((d) => isAllDay(d.hours))
  const opens = opensNextWords(at.opensNext, [], t, i18n.language)
  return (
    <div className={classes.week}>
      <OpenChip isOpen={at.isOpenNow} />
      {at.openUntil !== null && !isAlways && <p>{openUntilWords(at.openUntil, t, i18n)}</p>}
      {opens && <p>{opens}</p>}
      {isAlways ? (
        <p>{t('service.allDay')}</p>
      ) : (
        <table>
          <caption className={spoken.spoken}>{t('service.hours')}</caption>
          <thead className={spoken.spoken}>
            <tr>
              <th scope="col">{t('service.day')}</th>
              <th scope="col">{t('service.time')}</th>
            </tr>
          </thead>
          <tbody>
            {week.map((d) => (
              <tr key={d.day}>
                <th scope="row">
                  {formatDay(d.day, i18n.language, { weekday: 'long', month: 'numeric', day: 'numeric' })}
                </th>
                <td>
                  {d.hours.length
                    ? formatHours(d.hours, i18n.language)
                    : t(
                        d.byAppointment
                          ? 'service.byAppointment'
                          : d.isKnown
                            ? 'service.dayClosed'
                            : 'service.dayUnknown',
                      )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Notes notes={notes} />
    </div>
  )
}
