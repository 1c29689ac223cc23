import { Button, Skeleton, Switch } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import { MoreButton } from '#platform/web/more-button.tsx'
import { timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { AccessLogEntry, NetworkAccessLogEntry } from '../access-log-entry.ts'
import classes from './access-log.module.css'

type Entry = AccessLogEntry | NetworkAccessLogEntry

interface AccessLogListProps<E extends Entry> {
  log: UseInfiniteQueryResult<{ pages: { items: E[] }[] }>
  lists: boolean
  onLists: (lists: boolean) => void
  /** Additional details below who saw it and how. */
  about: (entry: E) => ReactNode
  /** Below the entries. */
  foot?: ReactNode
}

/** Entries of the access log, newest first, with more on request. */
export function AccessLogList<E extends Entry>({ log, lists, onLists, about, foot }: AccessLogListProps<E>) {
  const { t } = useTranslation('person-rights')
  const entries = log.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Card>
      <Switch
        label={t('log.lists')}
        description={t('log.listsHelp')}
        checked={lists}
        onChange={(event) => onLists(event.currentTarget.checked)}
      />
      {log.isPending && <Skeleton height={240} radius="md" mt="md" />}
      {log.isError && entries.length === 0 && (
        <EmptyState title={t('log.failed')} action={<Button onClick={() => log.refetch()}>{t('log.retry')}</Button>} />
      )}
      {log.isSuccess && entries.length === 0 && (
        <EmptyState icon={<IconEye aria-hidden />} title={t('log.empty')}>
          {t('log.emptyText')}
        </EmptyState>
      )}
      <ul className={classes.rows}>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry}>
            {about(entry)}
          </Row>
        ))}
      </ul>
      <div className={classes.foot}>
        <MoreButton list={log}>{t('log.more')}</MoreButton>
        {foot}
      </div>
    </Card>
  )
}

/** Who saw it: a name with the organization; both names during an impersonation. */
function useWho() {
  const { t } = useTranslation('person-rights')
  return ({ way, name, impersonatorName, organizationName }: Entry) => {
    const holder = name ?? t(way === 'invitation' || way === 'answer-link' ? 'log.linkHolder' : 'log.unknown')
    const who = impersonatorName ? t('log.acting', { impersonator: impersonatorName, name: holder }) : holder
    // For a sent referral, the receiving organization, whoever sent it.
    if (way === 'sent') return organizationName ? shownName(organizationName) : t('log.unknown')
    return organizationName ? t('log.by', { name: who, organization: shownName(organizationName) }) : who
  }
}

function Row({ entry, children }: { entry: Entry; children: ReactNode }) {
  const { t, i18n } = useTranslation('person-rights')
  const who = useWho()
  return (
    <li className={classes.row}>
      <div>
        <p className={classes.who}>{who(entry)}</p>
        <p>{t(`log.way.${entry.way}`)}</p>
        {children}
      </div>
      <time
        className={classes.soft}
        dateTime={entry.viewedOn}
        title={new Date(entry.viewedOn).toLocaleString(localeOf(i18n.language))}
      >
        {timeInWords(entry.viewedOn)}
      </time>
    </li>
  )
}
