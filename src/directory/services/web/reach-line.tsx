import { IconMap2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { sayReach } from '../reach-words.ts'
import type { ServiceItem } from '../service-search.ts'
import classes from './directory.module.css'

/** Whom a service helps by where they live; nothing if nobody knows. */
export function ReachLine({ reach }: Pick<ServiceItem, 'reach'>) {
  const { t, i18n } = useTranslation('services')
  if (!reach) return null
  return (
    <li>
      <IconMap2 size={18} aria-hidden />
      <span>
        {sayReach(reach, t, i18n.language)}
        {reach.basis === 'guess' && <small className={classes.told}> ({t('reach.guessed')})</small>}
      </span>
    </li>
  )
}
