import { Button, SegmentedControl } from '@mantine/core'
import { IconCopyCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { listingKinds } from '#directory/listings/listing-change.ts'
import { ApiError } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import shared from '#ui/pairs.module.css'
import { Select } from '#ui/select.tsx'
import { usePhone } from '#ui/use-phone.ts'
import {
  type DuplicatePair,
  type MergedPair,
  type PairDecision,
  type PairState,
  pairStates,
} from '../duplicate-pair.ts'
import { decidePair, listMerged, listPairs } from './duplicate-calls.ts'
import classes from './duplicates.module.css'
import { MergedCard } from './merged-card.tsx'
import { PairReasons, SideLines, sideName } from './pair-words.tsx'

function readFilters(params: URLSearchParams) {
  const state = pairStates.find((one) => one === params.get('state')) ?? 'open'
  return { state, kind: listingKinds.find((one) => one === params.get('kind')) ?? null }
}

interface Loaded {
  items: DuplicatePair[]
  merged: MergedPair[]
  nextCursor: string | null
}

async function loadPage(
  { state, kind }: ReturnType<typeof readFilters>,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<Loaded> {
  if (state !== 'merged') return { ...(await listPairs({ state, kind, cursor }, signal)), merged: [] }
  const { items: merged, nextCursor } = await listMerged({ kind, cursor }, signal)
  return { items: [], merged, nextCursor }
}

export const loader = ({ request }: LoaderFunctionArgs) =>
  loadPage(readFilters(new URL(request.url).searchParams), null, request.signal)

/** Listings that may be the same one, for the data managers. */
export function Screen() {
  const { t } = useTranslation(['duplicates', 'platform'])
  const loaded = useLoaderData<Loaded>()
  const { revalidate } = useRevalidator()
  const isPhone = usePhone()
  const [params, setParams] = useSearchParams()
  const filters = readFilters(params)
  const [more, setMore] = useState<{ from: Loaded; page: Loaded } | null>(null)
  const [isLoading, setLoading] = useState(false)
  // Further pages belong to the first one that was loaded.
  const { items, merged, nextCursor } = more?.from === loaded ? more.page : loaded
  const choose = (chosen: { state?: string; kind?: string | null }) => {
    const { state, kind } = { ...filters, ...chosen }
    setParams({ ...(state === 'open' ? {} : { state }), ...(kind ? { kind } : {}) }, { replace: true })
  }
  const showMore = async () => {
    setLoading(true)
    try {
      const next = await loadPage(filters, nextCursor)
      const page = { ...next, items: [...items, ...next.items], merged: [...merged, ...next.merged] }
      setMore({ from: loaded, page })
    } catch {
      notify(t('platform:notice.wentWrong'), 'bad')
    } finally {
      setLoading(false)
    }
  }
  return (
    <>
      <PageHeading title={t('title')} lead={t('lead')} />
      <div className={classes.tools}>
        <SegmentedControl
          aria-label={t('filter.state')}
          orientation={isPhone ? 'vertical' : 'horizontal'}
          value={filters.state}
          onChange={(state) => choose({ state })}
          data={pairStates.map((state) => ({ value: state, label: t(`state.${state}`) }))}
        />
        <Select
          label={t('filter.kind')}
          value={filters.kind ?? 'all'}
          onChange={(kind) => choose({ kind: kind === 'all' ? null : kind })}
          data={['all' as const, ...listingKinds].map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
        />
      </div>
      {merged.length > 0 && (
        <ul className={shared.list}>
          {merged.map((pair) => (
            <li key={pair.id}>
              <MergedCard pair={pair} onSeparated={() => void revalidate()} />
            </li>
          ))}
        </ul>
      )}
      {items.length + merged.length === 0 ? (
        <EmptyState icon={<IconCopyCheck aria-hidden="true" />} title={t(`empty.${filters.state}`)}>
          {filters.state === 'open' ? t('emptyText') : undefined}
        </EmptyState>
      ) : (
        <ul className={shared.list}>
          {items.map((pair) => (
            <li key={pair.id}>
              <PairCard pair={pair} onDecided={() => void revalidate()} />
            </li>
          ))}
        </ul>
      )}
      {nextCursor && (
        <Button variant="default" loading={isLoading} onClick={showMore}>
          {t('more')}
        </Button>
      )}
    </>
  )
}

/** Says what was decided about a pair. @returns a function that decides, and whether it is being sent */
export function useDecision(pair: DuplicatePair, onDecided: () => void) {
  const { t } = useTranslation(['duplicates', 'platform'])
  const [sending, setSending] = useState<PairState | null>(null)
  const decide = async (state: PairDecision['state']) => {
    setSending(state)
    try {
      await decidePair(pair.id, { state })
      notify(t(`decided.${state}`))
      onDecided()
    } catch (error) {
      const isGone = error instanceof ApiError && (error.status === 404 || error.code === 'pair-merged')
      notify(t(isGone ? 'meanwhile' : 'platform:notice.wentWrong'), 'bad')
      if (isGone) onDecided()
    } finally {
      setSending(null)
    }
  }
  return { sending, decide }
}

function PairCard({ pair, onDecided }: { pair: DuplicatePair; onDecided: () => void }) {
  const { t } = useTranslation('duplicates')
  const { sending, decide } = useDecision(pair, onDecided)
  const [first, second] = pair.sides.map((side) => sideName(side, t('unnamed')))
  const names = { first, second }
  const button = (state: PairDecision['state']) => (
    <Button
      variant="default"
      loading={sending === state}
      disabled={sending !== null}
      onClick={() => void decide(state)}
      aria-label={t(`actFor.${state}`, names)}
    >
      {t(`act.${state}`)}
    </Button>
  )
  return (
    <Card labelledBy={`pair-${pair.id}`} className={shared.item ?? ''}>
      <h2 id={`pair-${pair.id}`}>{t(`two.${pair.kind}`)}</h2>
      <PairReasons pair={pair} />
      <div className={classes.sides}>
        {pair.sides.map((side) => (
          <SideLines key={side.id} pair={pair} side={side} />
        ))}
      </div>
      {pair.decidedBy && <p className={shared.soft}>{t('decidedBy', { name: pair.decidedBy })}</p>}
      <div className={shared.actions}>
        {pair.state === 'different' || pair.state === 'later' ? button('open') : button('later')}
        {pair.state !== 'different' && button('different')}
        <Button component={Link} to={`/admin/duplicates/${pair.id}`} aria-label={t('actFor.compare', names)}>
          {t('act.compare')}
        </Button>
      </div>
    </Card>
  )
}
