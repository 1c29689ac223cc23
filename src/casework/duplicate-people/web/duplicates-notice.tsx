import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from './duplicate-people.module.css'
import { pairCount } from './pair-calls.ts'

/** Above the list of people: that pairs wait for a decision; nothing if there are none. */
export function DuplicatesNotice() {
  const { t } = useTranslation('duplicate-people')
  const { data } = useQuery(pairCount)
  if (!data?.count) return null
  return (
    <p className={classes.notice}>
      {t('notice', data)} <Link to="/people/duplicates">{t('open')}</Link>
    </p>
  )
}
