import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { PhoneLink, VerifiedLine } from '#directory/services/web/service-view-public.tsx'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { ApiError, api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { WaitingCheck, WaitingPage } from '../listing-check.ts'
import classes from './freshness.module.css'

const listWaiting = (cursor: string | null, signal?: AbortSignal) =>
  api.get<WaitingPage>('/api/listingCheck/', { query: { cursor }, quiet: true, ...(signal ? { signal } : {}) })

export const loader = ({ request }: LoaderFunctionArgs) => listWaiting(null, request.signal)

/** What nobody confirmed, for the data managers, who call. */
export function Screen() {
  const { t } = useTranslation(['freshness', 'platform'])
  const loaded = useLoaderData<WaitingPage>()
  const { revalidate } = useRevalidator()
  const [more, setMore] = useState<{ from: WaitingPage; page: WaitingPage } | null>(null)
  const [isLoading, setLoading] = useState(false)
  // Further pages belong to the first one that was loaded.
  const { items, nextCursor } = more?.from === loaded ? more.page : loaded
  const startAgain = () => void revalidate()
  const showMore = async () => {
    setLoading(true)
    try {
      const next = await listWaiting(nextCursor)
      setMore({ from: loaded, page: { ...next, items: [...items, ...next.items] } })
    } catch {
      notify(t('platform:notice.wentWrong'), 'bad')
    } finally {
      setLoading(false)
    }
  }
  return (
    <>
      <PageHeading title={t('work.title')} lead={t('work.lead')} />
      {items.length === 0 ? (
        <EmptyState title={t('work.emptyTitle')}>{t('work.emptyText')}</EmptyState>
      ) : (
        <ul className={classes.list}>
          {items.map((check) => (
            <li key={check.serviceId}>
              <WaitingService check={check} onConfirmed={startAgain} />
            </li>
          ))}
        </ul>
      )}
      {nextCursor && (
        <Button variant="default" loading={isLoading} onClick={showMore}>
          {t('work.more')}
        </Button>
      )}
    </>
  )
}

function WaitingService({ check, onConfirmed }: { check: WaitingCheck; onConfirmed: () => void }) {
  const { t } = useTranslation('freshness')
  const [isSending, setSending] = useState(false)
  const { serviceId: id, name, version, phones, importance } = check
  const confirm = async () => {
    setSending(true)
    try {
      await api.post(`/api/service/${id}/verification`, { version, byPhone: true }, { quiet: true })
      notify(t('work.done'))
      onConfirmed()
    } catch (error) {
      const isStale = error instanceof ApiError && error.code === 'stale-version'
      notify(t(isStale ? 'work.meanwhile' : 'work.failed'), 'bad')
      if (isStale) onConfirmed()
    } finally {
      setSending(false)
    }
  }
  return (
    <Card labelledBy={`check-${id}`} className={classes.item ?? ''}>
      <div>
        <h2 id={`check-${id}`}>
          <Link to={`/directory/service/${id}`}>{name}</Link>
        </h2>
        <p className={classes.soft}>{shownName(check.organizationName)}</p>
      </div>
      <div className={classes.line}>
        <VerifiedLine assuredDate={check.assuredDate} />
        <span className={classes.soft}>{t(check.wasAsked ? 'work.noAnswer' : 'work.noOwner')}</span>
        {importance > 0 && <span className={classes.soft}>{t('work.referrals', { count: importance })}</span>}
      </div>
      {phones.length > 0 && (
        <div className={classes.line}>
          {phones.map((phone) => (
            <PhoneLink key={`${phone.number} ${phone.extension}`} phone={phone} />
          ))}
        </div>
      )}
      <div className={classes.actions}>
        <Button
          component={Link}
          to={`/organization/listing/${id}`}
          variant="default"
          aria-label={t('work.editFor', { service: name })}
        >
          {t('work.edit')}
        </Button>
        <Button loading={isSending} aria-label={t('work.byPhoneFor', { service: name })} onClick={() => void confirm()}>
          {t('work.byPhone')}
        </Button>
      </div>
    </Card>
  )
}
