import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { localeOf } from '#platform/schema/locale-of.ts'
import {
  type ImportRun,
  type ImportSummary,
  type ListingAct,
  type ListingInImport,
  listingActs,
} from '../import-run.ts'
import { listingList } from './import-calls.ts'
import classes from './imports.module.css'

/** Which listings an import adds or changes, or would, and which are no longer in its source: folded, page by page. */
export function ImportListings({ run, report }: { run: ImportRun; report: ImportSummary }) {
  const { t, i18n } = useTranslation('imports')
  const { listings } = report
  if (!listings) return null
  const acts = listingActs.filter((act) => listings[act] > 0)
  return (
    <section className={classes.section} aria-labelledby="import-listings">
      <h2 id="import-listings">{t('listings.title')}</h2>
      {acts.length === 0 && <p>{t('listings.none')}</p>}
      {acts.map((act) => (
        <Fold key={act} title={t(`listings.${act}`, { number: listings[act].toLocaleString(localeOf(i18n.language)) })}>
          {act === 'missing' && <p>{t('listings.missingText')}</p>}
          <Listings run={run} act={act} />
        </Fold>
      ))}
    </section>
  )
}

/** Its content is read once it is opened. */
function Fold({ title, children }: { title: string; children: React.ReactNode }) {
  const [isOpened, setOpened] = useState(false)
  return (
    <details className={classes.fold} onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary>{title}</summary>
      {isOpened && children}
    </details>
  )
}

function Listings({ run, act }: { run: ImportRun; act: ListingAct }) {
  const { t } = useTranslation('imports')
  const list = useInfiniteQuery(listingList(run.id, act))
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  if (list.isPending) return <Skeleton height={120} aria-label={t('listings.loading')} />
  // A new listing is there only after the import, and gone after its undoing.
  const isThere = act !== 'added' || run.state === 'applied'
  return (
    <div>
      <ul className={classes.listings}>
        {items.map((listing) => (
          <li key={listing.listingId}>
            <Entry listing={listing} isThere={isThere} />
          </li>
        ))}
      </ul>
      {list.isError && <p role="alert">{t('run.failed')}</p>}
      {(list.hasNextPage || list.isError) && (
        <Button variant="default" loading={list.isFetching} onClick={() => list.fetchNextPage()}>
          {t(list.isError ? 'listings.retry' : 'run.more')}
        </Button>
      )}
    </div>
  )
}

function Entry({ listing, isThere }: { listing: ListingInImport; isThere: boolean }) {
  const { t, i18n } = useTranslation('imports')
  const { kind, name, key, listingId, fields } = listing
  const shown = name ?? t('listings.nameless', { key })
  const words = fields.map((field) =>
    i18n.exists(`imports:field.${field}`)
      ? t(`field.${field}` as 'field.name')
      : t(`entity.${field}` as 'entity.phone'),
  )
  return (
    <>
      <p>{isThere && kind === 'service' ? <Link to={`/directory/service/${listingId}`}>{shown}</Link> : shown}</p>
      <p className={classes.soft}>
        {[t(`listings.kind.${kind}`), [...new Set(words)].join(', ')].filter(Boolean).join(' · ')}
      </p>
    </>
  )
}
