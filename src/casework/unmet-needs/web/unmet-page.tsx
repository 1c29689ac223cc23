import { Button, Skeleton } from '@mantine/core'
import { IconDownload, IconMail, IconPrinter } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApiError, api } from '#platform/web/api.ts'
import { errorText } from '#platform/web/contract-form.ts'
import { NoAccessScreen } from '#platform/web/no-access-screen.tsx'
import { OldContent } from '#platform/web/old-content.tsx'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { fileKinds, type UnmetReport } from '../unmet-need.ts'
import { unmetRoles } from '../unmet-policy.ts'
import classes from './unmet.module.css'
import { type UnmetFilters, useUnmetAddress } from './unmet-address.ts'
import { UnmetFilterForm } from './unmet-filter-form.tsx'
import { UnmetReportView } from './unmet-report-view.tsx'

const path = '/api/report/unmetNeeds/'
const exportAddress = (filters: UnmetFilters, file: string, language: string) =>
  `${path}export?${new URLSearchParams({ ...filters, file, language })}`

/** Where help is missing, on a map and in tables. */
export function Screen() {
  const { t, i18n } = useTranslation('unmet-needs')
  const { filters, kind, change, showOnMap } = useUnmetAddress()
  const may = userHasRole(knownUser(), ...unmetRoles)
  const { data, error, refetch, isPlaceholderData } = useQuery({
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
          <>
            {fileKinds.map((file) => (
              <Button
                key={file}
                component="a"
                href={exportAddress(filters, file, i18n.language)}
                download
                variant="default"
                leftSection={<IconDownload size={18} aria-hidden />}
              >
                {t(`download.${file}`)}
              </Button>
            ))}
            <Button
              variant="default"
              disabled={!data || error !== null || isPlaceholderData}
              onClick={() => print()}
              leftSection={<IconPrinter size={18} aria-hidden />}
            >
              {t('print')}
            </Button>
            <Button
              component={Link}
              to={`/reports/scheduled?${new URLSearchParams(filters)}`}
              variant="default"
              leftSection={<IconMail size={18} aria-hidden />}
            >
              {t('byMail')}
            </Button>
          </>
        }
      />
      <UnmetFilterForm report={data} filters={filters} errors={errors} change={change} />
      {data && !error && (
        <OldContent isOld={isPlaceholderData}>
          <div className={classes.content}>
            <UnmetReportView report={data} kind={kind} showOnMap={showOnMap} />
          </div>
        </OldContent>
      )}
      {!data && !error && <Skeleton height={420} radius="lg" role="status" aria-label={t('loading')} />}
      {error && wrong.length === 0 && (
        <EmptyState title={t('failed')} action={<Button onClick={() => refetch()}>{t('retry')}</Button>} />
      )}
    </div>
  )
}
