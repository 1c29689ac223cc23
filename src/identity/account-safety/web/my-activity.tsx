import { Button, Skeleton } from '@mantine/core'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '#platform/schema/locale-of.ts'
import { api } from '#platform/web/api.ts'
import { MoreButton } from '#platform/web/more-button.tsx'
import { timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { Activity, ActivityPage } from '../my-activity.ts'
import classes from './safety.module.css'
import { deviceWords, placeWords } from './whereabouts-words.ts'

const PATH = '/api/myActivity'
const FIRST = 10

/** The account's events of the last ninety days, and who caused them. */
export function MyActivity() {
  const { t } = useTranslation('account-safety')
  const heading = useId()
  const list = useInfiniteQuery({
    queryKey: ['account-event', 'mine'],
    queryFn: ({ pageParam }) =>
      api.get<ActivityPage>(PATH, { query: { limit: FIRST, cursor: pageParam }, quiet: true }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 0,
  })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Card labelledBy={heading} className={classes.section ?? ''}>
      <div className={classes.head}>
        <div>
          <h2 id={heading}>{t('activity.title')}</h2>
          <p>{t('activity.lead')}</p>
        </div>
      </div>
      {list.isPending && <Skeleton height={200} radius="md" />}
      {list.isError && (
        <EmptyState
          title={t('activity.failed')}
          action={<Button onClick={() => list.refetch()}>{t('activity.retry')}</Button>}
        />
      )}
      {list.isSuccess && items.length === 0 && (
        <EmptyState icon={<IconHistory aria-hidden />} title={t('activity.empty')}>
          {t('activity.emptyText')}
        </EmptyState>
      )}
      <ul className={classes.rows}>
        {items.map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </ul>
      {items.length > 0 && (
        <div className={classes.foot}>
          <MoreButton list={list}>{t('activity.more')}</MoreButton>
          {(['csv', 'json'] as const).map((format) => (
            <Button
              key={format}
              component="a"
              href={`${PATH}/export?format=${format}`}
              download
              variant="subtle"
              leftSection={<IconDownload size={18} aria-hidden />}
            >
              {t(`activity.${format}`)}
            </Button>
          ))}
        </div>
      )}
    </Card>
  )
}

function Row({ item }: { item: Activity }) {
  const { t, i18n } = useTranslation('account-safety')
  const { method, count } = item.detail
  const how = method && i18n.exists(`account-safety:activity.method.${method}`) ? t(`activity.method.${method}`) : null
  const what = i18n.exists(`account-safety:activity.kind.${item.kind}`)
    ? t(`activity.kind.${item.kind}`)
    : t('activity.unknown')
  const who = item.actingName
    ? t('activity.byImpersonator', { name: item.actingName })
    : item.by === 'other'
      ? t('activity.by', { name: item.byName ?? t('activity.byOther') })
      : t(item.by === 'owner' ? 'activity.byOwner' : 'activity.byNobody')
  const details = [how, count ? t('activity.count', { count }) : null].filter(Boolean)
  const where = item.ip || item.browser ? `${deviceWords(t, item)}, ${placeWords(t, item)}` : null
  return (
    <li className={classes.row}>
      <span className={classes.icon}>
        <IconHistory size={22} aria-hidden />
      </span>
      <div>
        <p className={classes.what}>{what}</p>
        {details.length > 0 && <p>{details.join(' · ')}</p>}
        <p className={classes.soft}>{[who, where].filter(Boolean).join(' · ')}</p>
      </div>
      <time
        className={classes.soft}
        dateTime={item.createdOn}
        title={new Date(item.createdOn).toLocaleString(localeOf(i18n.language))}
      >
        {timeInWords(item.createdOn)}
      </time>
    </li>
  )
}
