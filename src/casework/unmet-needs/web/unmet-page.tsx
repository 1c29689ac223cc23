import { Button, Skeleton } from '@mantine/core'
import { IconDownload, IconMapPinOff } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { stateOfFips } from '#directory/places/states.ts'
import { ApiError, api } from '#platform/web/api.ts'
import { errorText } from '#platform/web/contract-form.ts'
import { NoAccessScreen } from '#platform/web/no-access-screen.tsx'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { type UnmetKind, type UnmetReport, unmetKinds } from '../unmet-need.ts'
import { unmetRoles } from '../unmet-policy.ts'
import { figureText } from './figure-text.ts'
import classes from './unmet.module.css'
import { type UnmetFilters, useUnmetAddress } from './unmet-address.ts'
import { UnmetFilterForm } from './unmet-filter-form.tsx'
import { UnmetMap } from './unmet-map.tsx'
import { CountyTable, NeedTable, SearchTable, ZipTable } from './unmet-tables.tsx'

const path = '/api/report/unmetNeeds/'
const exportAddress = (filters: UnmetFilters, language: string) =>
  `${path}export?${new URLSearchParams({ ...filters, language })}`

/** Where help is missing, on a map and in tables. */
export function Screen() {
  const { t, i18n } = useTranslation('unmet-needs')
  const { filters, kind, change, showOnMap } = useUnmetAddress()
  const may = userHasRole(knownUser(), ...unmetRoles)
  const { data, error, refetch } = useQuery({
    queryKey: ['unmetNeeds', filters],
    queryFn: ({ signal }) => api.get<UnmetReport>(path, { quiet: true, signal, query: { ...filters } }),
    staleTime: 60_000,
    retry: (failures, failure) => failures < 1 && !(failure instanceof ApiError && failure.status < 500),
    placeholderData: keepPreviousData,
    enabled: may,
  })
  if (!may) return <NoAccessScreen title={t('title')} />
  const wrong = error instanceof ApiError ? error.errors : []
  const errors = Object.fromEntries(wrong.map(({ path: name, message }) => [name, errorText(message, 'unmet-needs')]))
  return (
    <div className={classes.content}>
      <PageHeading
        title={t('title')}
        lead={t('lead')}
        action={
          <Button
            component="a"
            href={exportAddress(filters, i18n.language)}
            download
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            {t('file.download')}
          </Button>
        }
      />
      <UnmetFilterForm report={data} filters={filters} errors={errors} change={change} />
      {data && !error && <Report report={data} kind={kind} showOnMap={showOnMap} />}
      {!data && !error && <Skeleton height={420} radius="lg" role="status" aria-label={t('loading')} />}
      {error && wrong.length === 0 && (
        <EmptyState title={t('failed')} action={<Button onClick={() => refetch()}>{t('retry')}</Button>} />
      )}
    </div>
  )
}

interface ReportProps {
  report: UnmetReport
  kind: UnmetKind
  showOnMap: (kind: string) => void
}

function Report({ report, kind, showOnMap }: ReportProps) {
  const { t, i18n } = useTranslation('unmet-needs')
  const figure = (of: UnmetKind) => figureText(report.nowhere[of], t, i18n.language)
  const isEmpty = report.counties.length + report.needs.length + report.searches.length === 0
  const name = report.state ? (stateOfFips(report.state)?.name ?? '') : ''
  return (
    <>
      <p className={classes.told}>
        {t(report.scope === 'own' ? 'exact' : 'rounded')}{' '}
        {t('asOf', {
          time: new Date(report.asOf).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }),
        })}
      </p>
      {isEmpty ? (
        <EmptyState icon={<IconMapPinOff aria-hidden />} title={t('empty')}>
          {t('emptyText')}
        </EmptyState>
      ) : (
        <>
          <Totals report={report} name={name} />
          {report.state && <UnmetMap report={report} state={report.state} kind={kind} showOnMap={showOnMap} />}
          <div className={classes.tables}>
            <CountyTable report={report} />
            <NeedTable report={report} />
            <ZipTable report={report} />
            <SearchTable report={report} />
          </div>
        </>
      )}
      <p className={classes.told}>
        {t('nowhere', { open: figure('open'), noCapacity: figure('noCapacity'), noFunds: figure('noFunds') })}
      </p>
    </>
  )
}

/** The three figures of the state, each with what it counts. */
function Totals({ report, name }: { report: UnmetReport; name: string }) {
  const { t, i18n } = useTranslation('unmet-needs')
  return (
    <section aria-label={t('total', { state: name })}>
      <h2>{t('total', { state: name })}</h2>
      <dl className={classes.tiles}>
        {unmetKinds.map((kind) => (
          <div key={kind}>
            <dt>{t(`kind.${kind}`)}</dt>
            <dd className={classes.figure}>{figureText(report.total[kind], t, i18n.language)}</dd>
            <dd>{t(`definition.${kind}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
