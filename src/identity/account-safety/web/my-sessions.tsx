import { Button, Skeleton } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconDeviceUnknown } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { knownUser } from '#platform/web/session-user.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { StatusChip } from '#ui/status-chip.tsx'
import type { MySession } from '../my-session.ts'
import classes from './safety.module.css'
import { deviceWords, placeWords } from './whereabouts-words.ts'

const icons = {
  desktop: IconDeviceDesktop,
  mobile: IconDeviceMobile,
  tablet: IconDeviceTablet,
  other: IconDeviceUnknown,
}

/** The account's active sessions; each other session can be ended, which signs it out immediately. */
export function MySessions() {
  const { t } = useTranslation('account-safety')
  const heading = useId()
  const client = useQueryClient()
  const list = useQuery({
    queryKey: ['session', 'mine'],
    queryFn: () => api.get<{ items: MySession[] }>('/api/mySession/', { quiet: true }),
    staleTime: 0,
  })
  const end = useMutation({
    mutationFn: (id: string | null) => api.delete<{ ended: number }>(`/api/mySession/${id ?? ''}`),
    onSuccess: ({ ended }, id) => notify(id ? t('sessions.ended') : t('sessions.endedOthers', { count: ended })),
    onSettled: () => client.invalidateQueries({ queryKey: ['session'] }),
  })
  const items = list.data?.items ?? []
  // During impersonation, the list is read-only.
  const mayEnd = !knownUser()?.impersonation
  return (
    <Card labelledBy={heading} className={classes.section ?? ''}>
      <div className={classes.head}>
        <div>
          <h2 id={heading}>{t('sessions.title')}</h2>
          <p>{t('sessions.lead')}</p>
        </div>
        {items.length > 1 && mayEnd && (
          <Button variant="default" loading={end.isPending} onClick={() => end.mutate(null)}>
            {t('sessions.endOthers')}
          </Button>
        )}
      </div>
      {list.isPending && <Skeleton height={88} radius="md" />}
      {list.isError && (
        <EmptyState
          title={t('sessions.failed')}
          action={<Button onClick={() => list.refetch()}>{t('activity.retry')}</Button>}
        />
      )}
      <ul className={classes.rows}>
        {items.map((session) => (
          <Row
            key={session.id}
            session={session}
            onEnd={session.isCurrent || !mayEnd ? null : () => end.mutate(session.id)}
            isEnding={end.isPending}
          />
        ))}
      </ul>
      {items.length === 1 && <p className={classes.soft}>{t('sessions.alone')}</p>}
    </Card>
  )
}

function Row({ session, onEnd, isEnding }: { session: MySession; onEnd: (() => void) | null; isEnding: boolean }) {
  const { t } = useTranslation('account-safety')
  const Icon = icons[session.device]
  const device = deviceWords(t, session)
  return (
    <li className={classes.row}>
      <span className={classes.icon}>
        <Icon size={24} aria-hidden />
      </span>
      <div>
        <p className={classes.what}>
          {device}
          {session.isCurrent && (
            <StatusChip tone="leaf" icon={<Icon size={16} aria-hidden />}>
              {t('sessions.this')}
            </StatusChip>
          )}
        </p>
        {session.impersonatedBy && <p>{t('sessions.impersonatedBy', { name: session.impersonatedBy })}</p>}
        <p className={classes.soft}>{placeWords(t, session)}</p>
        <p className={classes.soft}>
          {t('sessions.lastSeen', { when: timeInWords(session.lastSeenOn) })} ·{' '}
          {t('sessions.since', { when: timeInWords(session.createdOn) })}
        </p>
      </div>
      {onEnd && (
        <Button variant="default" onClick={onEnd} disabled={isEnding} aria-label={t('sessions.endThis', { device })}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
