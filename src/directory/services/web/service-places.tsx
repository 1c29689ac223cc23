import { IconMapPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Card } from '#ui/card.tsx'
import spoken from '#ui/spoken.module.css'
import type { DayHours, ServiceDetail, ServicePlace } from '../service-detail.ts'
import type { PhoneLine } from '../service-search.ts'
import classes from './directory.module.css'
import { formatDay, formatHours, isAllDay } from './format-hours.ts'
import { languageName } from './language-name.ts'
import { OpenChip } from './open-chip.tsx'
import { PhoneLink } from './phone-link.tsx'

/** The service's own phones and hours, then each of its locations. */
export function ServicePlaces({ service }: { service: ServiceDetail }) {
  const { t } = useTranslation('services')
  const isOwn = service.places.some((p) => p.isOwn)
  const hasOwnHours = service.hoursKnown && !isOwn
  return (
    <div className={classes.stack}>
      {(service.phones.length > 0 || service.contacts.length > 0 || hasOwnHours) && (
        <Card labelledBy="own-contact">
          <h2 id="own-contact">{t(hasOwnHours ? 'service.when' : 'service.contact')}</h2>
          {hasOwnHours && <Week week={service.week} isOpen={service.isOpenNow} notes={service.scheduleNotes} />}
          <Phones phones={service.phones} />
          <ul className={classes.plain}>
            {service.contacts.map((c) => (
              <li key={`${c.name} ${c.email}`}>
                {[c.name, c.title ?? c.department].filter(Boolean).join(', ')}{' '}
                {c.email && <a href={`mailto:${c.email}`}>{c.email}</a>}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {service.places.length > 0 && (
        <section className={classes.stack} aria-labelledby="places">
          <h2 id="places">{t(isOwn ? 'service.where' : 'service.offices')}</h2>
          {!isOwn && <p className={classes.text}>{t('service.officesText')}</p>}
          {service.places.map((place) => (
            <PlaceCard key={place.id} place={place} />
          ))}
        </section>
      )}
    </div>
  )
}

function PlaceCard({ place }: { place: ServicePlace }) {
  const { t } = useTranslation('services')
  const address = place.addresses.find((a) => a.addressType === 'physical') ?? place.addresses[0]
  const lines = address
    ? [
        address.address1,
        address.address2,
        [address.city, [address.stateProvince, address.postalCode].filter(Boolean).join(' ')]
          .filter(Boolean)
          .join(', '),
      ].filter(Boolean)
    : []
  const facts: [string, string][] = [
    [t('service.gettingThere'), place.transportation ?? ''],
    [t('service.accessibility'), place.accessibility.map((a) => a.details ?? a.description).join(' · ')],
    [t('service.languages'), place.languages.map((l) => languageName(l.name)).join(', ')],
  ]
  return (
    <Card labelledBy={`place-${place.id}`}>
      <h3 id={`place-${place.id}`} className={classes.placeName}>
        <IconMapPin size={20} aria-hidden /> {place.name ?? lines[0] ?? t('service.office')}
      </h3>
      {lines.length > 0 && (
        <address className={classes.address}>
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      )}
      <Phones phones={place.phones} />
      {place.hoursKnown && <Week week={place.week} isOpen={place.isOpenNow} notes={place.scheduleNotes} />}
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
    </Card>
  )
}

/** Phone numbers, each with its description. */
export function Phones({ phones }: { phones: PhoneLine[] }) {
  const { t } = useTranslation('services')
  if (!phones.length) return null
  return (
    <ul className={classes.plain}>
      {phones.map((phone) => (
        <li key={`${phone.type} ${phone.number} ${phone.extension}`}>
          <span className={classes.kind}>{t(`phoneType.${phone.type}`)}</span> <PhoneLink phone={phone} />
          {phone.description && <small className={classes.told}> {phone.description}</small>}
        </li>
      ))}
    </ul>
  )
}

function Week({ week, isOpen, notes }: { week: DayHours[]; isOpen: boolean | null; notes: string[] }) {
  const { t, i18n } = useTranslation('services')
  const isAlways = week.every((d) => isAllDay(d.hours))
  return (
    <div className={classes.week}>
      <OpenChip isOpen={isOpen} />
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
                    : t(d.byAppointment ? 'service.byAppointment' : 'service.dayClosed')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  )
}
