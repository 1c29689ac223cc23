import { useTranslation } from 'react-i18next'
import { localeOf } from '#platform/schema/locale-of.ts'
import classes from './editing.module.css'

/** A time zone in the reader's words: `Eastern Time (New York)`. */
function zoneName(timeZone: string, language: string) {
  const said = new Intl.DateTimeFormat(localeOf(language), { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ')
  return [said, city && !said?.includes(city) && `(${city})`].filter(Boolean).join(' ')
}

/** In which time zone a place is; it follows from its ZIP code. */
export function ZoneLine({ timeZone }: { timeZone: string | null }) {
  const { t, i18n } = useTranslation('editing')
  return (
    <p className={classes.also}>
      {timeZone ? t('place.timeZone', { zone: zoneName(timeZone, i18n.language) }) : t('place.noTimeZone')}
    </p>
  )
}
