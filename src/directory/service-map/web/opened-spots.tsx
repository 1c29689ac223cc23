import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Spot } from './group-markers.ts'
import classes from './map.module.css'

/** What is at a marker: the services with their numbers. Escape closes it. */
export function OpenedSpots({ spots, close }: { spots: Spot[]; close: () => void }) {
  const { t } = useTranslation('service-map')
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  return (
    <section ref={panel} tabIndex={-1} className={classes.opened} aria-label={t('here')}>
      <ul>
        {spots.map(({ serviceId, number, name, isApproximate, latitude, longitude }) => (
          <li key={`${serviceId} ${latitude} ${longitude}`}>
            {number !== null && <span className={classes.number}>{number}</span>}
            <div>
              <Link to={`/directory/service/${serviceId}`} state={{ isFromDirectory: true }}>
                {name}
              </Link>
              {isApproximate && <p>{t('approximate')}</p>}
            </div>
          </li>
        ))}
      </ul>
      <ActionIcon variant="subtle" size={44} aria-label={t('close')} onClick={close}>
        <IconX size={20} aria-hidden />
      </ActionIcon>
    </section>
  )
}
