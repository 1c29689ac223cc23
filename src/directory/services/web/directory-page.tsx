import { Button, Skeleton } from '@mantine/core'
import { IconMapPin, IconMoodSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { guessNeed } from '#directory/needs/need-words.ts'
import { knownUser } from '#platform/web/session-user.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { mayRefer } from '../directory-policy.ts'
import { DEFAULT_RADIUS_MILES, MAX_RADIUS_MILES, type ServicePage } from '../service-search.ts'
import type { CollectingParts } from './collecting-parts.ts'
import { CrisisPanel } from './crisis-panel.tsx'
import classes from './directory.module.css'
import { DirectorySearch, RESULTS } from './directory-search.tsx'
import { languageName } from './language-name.ts'
import { ServiceCard } from './service-card.tsx'
import { type Filters, noteOpened, useDirectorySearch } from './use-directory-search.ts'
import { LeaveOutLinks, WaysOn } from './ways-on.tsx'

/** The resource directory: search, filters in the URL, and results to call, open or refer to. */
export function Screen({ AddToList, ListBar, MyListsLink, PersonBar }: CollectingParts) {
  const { t } = useTranslation('services')
  const directory = useDirectorySearch()
  const user = knownUser()
  const may = user !== null && mayRefer({ roles: user.portalAccountRoles.map((r) => r.roleId) })
  return (
    <>
      <PageHeading title={t('page.title')} lead={t('page.lead')} action={may && <MyListsLink />} />
      <DirectorySearch filters={directory.filters} zipProblem={directory.zipProblem} onChange={directory.change} />
      {may && (
        <PersonBar
          contactId={directory.filters.contactId ?? null}
          fit={directory.filters.fit}
          personZip={directory.search.data?.pages[0]?.personZip ?? null}
          isAnywhere={directory.filters.anywhere === 'true'}
          onChange={directory.change}
        />
      )}
      <CrisisPanel text={directory.filters.text} near={directory.filters.near} />
      <Results {...directory} may={may} AddToList={AddToList} />
      {may && <ListBar />}
    </>
  )
}

type ResultsProps = ReturnType<typeof useDirectorySearch> & Pick<CollectingParts, 'AddToList'> & { may: boolean }

function Results({ search, filters, change, clear, zipProblem, may, AddToList }: ResultsProps) {
  const { t } = useTranslation('services')
  const services = search.data?.pages.flatMap((p) => p.items) ?? []
  const first = search.data?.pages[0]
  const last = search.data?.pages.at(-1)
  const searchedFor = first?.searchedFor
  const need = filters.text ? guessNeed(filters.text) : null
  if (zipProblem) return null
  if (search.isError && !services.length)
    return (
      <EmptyState
        icon={<IconMoodSearch aria-hidden />}
        title={t('search.failed')}
        action={<Button onClick={() => search.refetch()}>{t('search.retry')}</Button>}
      />
    )
  if (search.isPending) return <Waiting />
  return (
    <div
      id={RESULTS}
      tabIndex={-1}
      aria-busy={search.isPlaceholderData}
      className={search.isPlaceholderData ? classes.stale : undefined}
    >
      <p className={classes.count} role="status">
        {searchedFor && <>{t('search.searchedFor', { text: searchedFor })} </>}
        {first && <Relaxed page={first} filters={filters} />}
        {t('search.shown', { count: services.length })}
      </p>
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
      {services.length === 0 && <Nothing isFiltered={Object.keys(filters).length > 0} clear={clear} />}
      <div className={classes.results} ref={(results) => onLinks(results, () => noteOpened(filters))}>
        {services.map((service) => (
          <ServiceCard
            key={service.id}
            service={service}
            mayRefer={may}
            need={need}
            contactId={filters.contactId}
            collect={may && <AddToList service={service} />}
          />
        ))}
      </div>
      {search.hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" onClick={() => search.fetchNextPage()} loading={search.isFetchingNextPage}>
            {t('search.more')}
          </Button>
        </div>
      )}
      {last && !search.hasNextPage && Object.keys(filters).length > 0 && (
        <WaysOn page={last} shown={services.length} filters={filters} />
      )}
    </div>
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
