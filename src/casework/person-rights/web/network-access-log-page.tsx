import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PageHeading } from '#ui/page-heading.tsx'
import type { NetworkAccessLogEntry } from '../access-log-entry.ts'
import classes from './access-log.module.css'
import { networkAccessLog } from './access-log-calls.ts'
import { AccessLogList } from './access-log-list.tsx'

/** The access log of all people, for platform admins. */
export function Screen() {
  const { t } = useTranslation('person-rights')
  const [lists, setLists] = useState(false)
  const log = useInfiniteQuery(networkAccessLog(lists))
  return (
    <>
      <PageHeading title={t('network.title')} lead={t('network.lead')} />
      <AccessLogList log={log} lists={lists} onLists={setLists} about={(entry) => <People entry={entry} />} />
    </>
  )
}

function People({ entry: { people, peopleCount } }: { entry: NetworkAccessLogEntry }) {
  const { t } = useTranslation('person-rights')
  const more = peopleCount - people.length
  return (
    <p className={classes.people}>
      {people.map(({ id, shortName }) => (
        <Link key={id} to={`/people/${id}/accessLog`}>
          {shortName ?? t('network.erased')}
        </Link>
      ))}
      {more > 0 && <span className={classes.soft}>{t('network.and', { count: more })}</span>}
    </p>
  )
}
