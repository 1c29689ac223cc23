import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import type { RemovedPlace } from '#directory/services/service-document.ts'
import { notify } from '#platform/web/notify.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import classes from './editing.module.css'
import { placeName } from './field-words.ts'
import { removePlace } from './listing-calls.ts'

/** Places that were removed; each can be brought back. */
export function RemovedPlaces({ places }: { places: RemovedPlace[] }) {
  const { t } = useTranslation('editing')
  return (
    <section aria-labelledby="removed" className={classes.part}>
      <h2 id="removed">{t('list.removedPlaces')}</h2>
      <Card>
        <p className={classes.also}>{t('list.removedText')}</p>
        <ul className={classes.placeList}>
          {places.map((place) => (
            <li key={place.id}>
              <RemovedLine place={place} />
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

function RemovedLine({ place }: { place: RemovedPlace }) {
  const { t } = useTranslation('editing')
  const { revalidate } = useRevalidator()
  const [isSending, setSending] = useState(false)
  const bringBack = async () => {
    setSending(true)
    const isDone = await removePlace(place.id, { version: place.version, isRemoved: false }).then(
      () => true,
      () => false,
    )
    await revalidate()
    setSending(false)
    notify(t(isDone ? 'list.broughtBack' : 'list.markFailed'), isDone ? 'good' : 'bad')
  }
  return (
    <div className={classes.place}>
      <span>
        <strong>{placeName(place)}</strong>
        <span className={classes.addressLine}>
          {[place.name && place.address, t('list.removedOn', { when: timeInWords(place.removedOn) })]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <Button
        className={classes.mark ?? ''}
        variant="default"
        size="sm"
        loading={isSending}
        aria-label={t('list.bringBackPlace', { place: placeName(place) })}
        onClick={() => void bringBack()}
      >
        {t('list.bringBack')}
      </Button>
    </div>
  )
}
