import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { IconMapPin, IconMoodSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { guessNeed } from '#directory/needs/need-words.ts'
import { MoreButton } from '#platform/web/more-button.tsx'
import { OldContent } from '#platform/web/old-content.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DEFAULT_RADIUS_MILES, MAX_RADIUS_MILES, type ServiceItem, type ServicePage } from '../service-search.ts'
import type { CollectingParts } from './collecting-parts.ts'
import classes from './directory.module.css'
import { RESULTS } from './directory-search.tsx'
import { languageName } from './language-name.ts'
import { type MapParts, pointOf } from './map-parts-public.ts'
import { ServiceCard } from './service-card.tsx'
import { type Filters, noteOpened, type useDirectorySearch } from './use-directory-search.ts'
import { LeaveOutLinks, WaysOn } from './ways-on.tsx'

type ResultsProps = ReturnType<typeof useDirectorySearch> &
  Pick<CollectingParts, 'AddToList'> &
  MapParts & { may: boolean }

/** What a search found: as a list, or as a list beside a map of the same items. */
export function Results(props: ResultsProps) {
  const { t } = useTranslation('services')
  const { search, filters, change, zipProblem, isOnMap } = props
  const first = search.data?.pages[0]
  if (zipProblem) return null
  if (search.isError && !first)
    return (
      <EmptyState
        icon={<IconMoodSearch aria-hidden />}
        title={t('search.failed')}
        action={<Button onClick={() => search.refetch()}>{t('search.retry')}</Button>}
      />
    )
  if (search.isPending) return <Waiting />
  return (
    <OldContent id={RESULTS} tabIndex={-1} isOld={search.isPlaceholderData}>
      <ShownAs {...props} />
      {first && <LeaveOutLinks relaxed={first.relaxed} filters={filters} />}
      {first && first.fartherCount > 0 && (
        <Button
          variant="default"
          mb="md"
          leftSection={<IconMapPin size={20} aria-hidden />}
          onClick={() => change({ radius: String(MAX_RADIUS_MILES) })}
        >
          {t('relaxed.farther', { count: first.fartherCount })}
        </Button>
      )}
      {isOnMap ? <Beside {...props} /> : <Listed {...props} />}
    </OldContent>
  )
}

const itemsOf = ({ data }: ResultsProps['search']) => data?.pages.flatMap((p) => p.items) ?? []

/** How many there are, and the choice between list and map. */
function ShownAs({ search, filters, isOnMap, showMap }: ResultsProps) {
  const { t } = useTranslation('services')
  const first = search.data?.pages[0]
  const searchedFor = first?.searchedFor
  const count = itemsOf(search).length
  return (
    <div className={classes.shownAs}>
      <p className={classes.count} role="status">
        {searchedFor && <>{t('search.searchedFor', { text: searchedFor })} </>}
        {first && <Relaxed page={first} filters={filters} />}
        {t('search.shown', { count })}
      </p>
      {(isOnMap || count > 0) && (
        <SegmentedControl
          className={classes.shownAsChoice}
          aria-label={t('search.shownAs')}
          size="md"
          value={isOnMap ? 'map' : 'list'}
          onChange={(value) => showMap(value === 'map')}
          data={[
            { value: 'list', label: t('search.list') },
            { value: 'map', label: t('search.map') },
          ]}
        />
      )}
    </div>
  )
}

/** The list with numbers, and the map with the same numbers. */
function Beside(props: ResultsProps) {
  const { search, filters, change, ResultsMap } = props
  const [selectedId, setSelected] = useState<string | null>(null)
  const [isDrawn, setDrawn] = useState(false)
  const select = (id: string | null) => {
    setSelected(id)
    if (id) document.getElementById(`service-${id}`)?.closest('section')?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div className={classes.beside}>
      <Listed {...props} {...(isDrawn ? { numbered: { selectedId, select: setSelected } } : {})} />
      <ResultsMap
        items={itemsOf(search)}
        isStale={search.isPlaceholderData}
        filters={filters}
        relaxed={search.data?.pages[0]?.relaxed ?? []}
        selectedId={selectedId}
        onSelect={select}
        onDrawn={() => setDrawn(true)}
        onSearchArea={(bbox) =>
          // A search for a person would otherwise start where they live.
          change({ bbox, near: '', radius: '', ...(filters.contactId ? { anywhere: 'true' } : {}) })
        }
      />
    </div>
  )
}

interface Numbered {
  selectedId: string | null
  select: (serviceId: string) => void
}

function Listed({ search, filters, clear, may, AddToList, numbered }: ResultsProps & { numbered?: Numbered }) {
  const { t } = useTranslation('services')
  const services = itemsOf(search)
  const last = search.data?.pages.at(-1)
  const need = filters.text ? guessNeed(filters.text) : null
  const isFiltered = Object.keys(filters).length > 0
  return (
    <div className={classes.listed}>
      {services.length === 0 && <Nothing isFiltered={isFiltered} clear={clear} />}
      <div className={classes.results} ref={(results) => onLinks(results, () => noteOpened(filters))}>
        {services.map((service, index) => (
          <ServiceCard
            key={service.id}
            service={service}
            mayRefer={may}
            need={need}
            contactId={filters.contactId}
            collect={may && <AddToList service={service} />}
            number={numbered && <MapNumber service={service} number={index + 1} select={numbered.select} />}
            isSelected={numbered?.selectedId === service.id}
          />
        ))}
      </div>
      {search.hasNextPage && (
        <div className={classes.more}>
          <MoreButton list={search}>{t('search.more')}</MoreButton>
        </div>
      )}
      {last && !search.hasNextPage && isFiltered && <WaysOn page={last} shown={services.length} filters={filters} />}
    </div>
  )
}

/** The number of an item; it leads to the item on the map, if it has a place there. */
function MapNumber({ service, number, select }: { service: ServiceItem; number: number; select: Numbered['select'] }) {
  const { t } = useTranslation('services')
  if (!pointOf(service)) return <span className={classes.number}>{number}</span>
  return (
    <button
      type="button"
      className={classes.number}
      aria-label={t('search.onMap', { number })}
      onClick={() => select(service.id)}
    >
      {number}
    </button>
  )
}

/** Listens for links that are followed, also in another tab: to a service, to call it, to a referral. */
function onLinks(results: HTMLElement | null, follow: () => void) {
  const heard = ({ target }: Event) => (target as Element).closest('a') && follow()
  for (const kind of ['click', 'auxclick']) results?.addEventListener(kind, heard)
  return () => {
    for (const kind of ['click', 'auxclick']) results?.removeEventListener(kind, heard)
  }
}

/** What was relaxed because nothing matched everything. */
function Relaxed({ page, filters }: { page: Pick<ServicePage, 'relaxed'>; filters: Filters }) {
  const { t } = useTranslation('services')
  const miles = Number(filters.radius ?? DEFAULT_RADIUS_MILES)
  return page.relaxed.map((each) => (
    <span key={each}>
      {t(`relaxed.${each}`, {
        count: miles,
        most: MAX_RADIUS_MILES,
        language: filters.language && languageName(filters.language),
      })}{' '}
    </span>
  ))
}

function Nothing({ isFiltered, clear }: { isFiltered: boolean; clear: () => void }) {
  const { t } = useTranslation('services')
  return (
    <EmptyState
      icon={<IconMoodSearch aria-hidden />}
      title={t(isFiltered ? 'empty.title' : 'empty.allTitle')}
      action={isFiltered && <Button onClick={clear}>{t('search.clear')}</Button>}
    >
      {t(isFiltered ? 'empty.text' : 'empty.allText')}
    </EmptyState>
  )
}

function Waiting() {
  const { t } = useTranslation('services')
  return (
    <div className={classes.results} role="status" aria-label={t('search.loading')}>
      {[1, 2, 3, 4].map((n) => (
        <Skeleton key={n} height={190} radius="lg" />
      ))}
    </div>
  )
}
