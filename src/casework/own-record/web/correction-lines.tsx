import { useTranslation } from 'react-i18next'
import { dayText } from '#platform/web/time-words.ts'
import type { Correction } from '../own-record.ts'
import classes from './own-record.module.css'

/** What the person asked to have corrected, and what became of it. */
export function CorrectionLines({ corrections }: { corrections: Correction[] }) {
  const { t } = useTranslation('own-record')
  if (corrections.length === 0) return null
  return (
    <>
      <h4>{t('correction.asked')}</h4>
      <ul className={classes.lines}>
        {corrections.map(({ id, text, askedOn, doneOn }) => (
          <li key={id}>
            <p className={classes.text}>{text}</p>
            <p className={classes.quiet}>
              {t('correction.on', { day: dayText(askedOn) })}
              {' · '}
              {doneOn ? t('correction.doneOn', { day: dayText(doneOn) }) : t('correction.open')}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
