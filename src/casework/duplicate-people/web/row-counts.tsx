import { useTranslation } from 'react-i18next'

import classes from './duplicate-people.module.css'

type Table = 'consent'

/** How many rows of each table there are, in words. */
export function RowCounts({ rows }: { rows: { table: string; count: number }[] }) {
  const { t } = useTranslation('duplicate-people')
  return (
    <ul className={classes.counts}>
      {rows.map(({ table, count }) => (
        <li key={table}>
          {t(`rows.${table as Table}`)}: {count}
        </li>
      ))}
    </ul>
  )
}
