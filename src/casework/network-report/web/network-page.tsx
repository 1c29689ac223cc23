import { Button, Skeleton } from '@mantine/core'
import { IconDownload, IconMail, IconPrinter } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { quartersBetween } from '#casework/unmet-needs/unmet-need.ts'
import { ApiError, api } from '#platform/web/api.ts'
import { errorText } from '#platform/web/contract-form.ts'
import { NoAccessScreen } from '#platform/web/no-access-screen.tsx'
import { OldContent } from '#platform/web/old-content.tsx'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { networkRoles } from '../network-policy.ts'
import { fileKinds, type NetworkReport } from '../network-report.ts'
import classes from './network.module.css'
import { type NetworkFilters, useNetworkAddress } from './network-address.ts'
import { NetworkFilterForm } from './network-filter-form.tsx'
import { NetworkReportView } from './network-report-view-public.tsx'
import { useNetworkWords } from './network-words.ts'

const path = '/api/report/network'
/** Where the report is scheduled: with the same filters, and as many quarters up to that of each report. */
const byMail = ({ from: _, to: __, ...filters }: NetworkFilters, shown: { from: string; to: string }) => {
  const quarters = String(quartersBetween(shown.from, shown.to))
  return `/reports/scheduled?${new URLSearchParams({ report: 'network', ...filters, quarters })}`
}

/** What became of the referrals of the network, in counts that say nothing about a person. */
export function Screen() {
  const { t, language } = useNetworkWords()
  const { filters, change } = useNetworkAddress()
  const may = userHasRole(knownUser(), ...networkRoles)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['report', 'network', filters],
    queryFn: ({ signal }) => api.get<NetworkReport>(path, { quiet: true, signal, query: { ...filters } }),
    staleTime: 60_000,
    retry: (failures, failure) => failures < 1 && !(failure instanceof ApiError && failure.status < 500),
    placeholderData: keepPreviousData,
    enabled: may,
  })
  if (!may) return <NoAccessScreen title={t('title')} />
  const wrong = error instanceof ApiError ? error.errors : []
  const errors = Object.fromEntries(wrong.map((one) => [one.path, errorText(one.message, 'network-report')]))
  return (
    <>
      <PageHeading
        title={t('title')}
        lead={t('lead')}
        action={
          <Button component={Link} to="/reports/unmet-needs" variant="default">
            {t('unmetNeeds')}
          </Button>
        }
      />
      <NetworkFilterForm report={data} filters={filters} errors={errors} change={change} />
      {!data && !error && <Skeleton height={420} radius="lg" role="status" aria-label={t('loading')} />}
      {error && wrong.length === 0 && (
        <EmptyState title={t('failed')} action={<Button onClick={() => refetch()}>{t('retry')}</Button>} />
      )}
      {data && !error && (
        <>
          <div className={classes.acts}>
            {fileKinds.map((file) => (
              <Button
                key={file}
                component="a"
                variant="default"
                href={`${path}/export?${new URLSearchParams({ ...filters, file, inLanguage: language })}`}
                download
                leftSection={<IconDownload size={18} aria-hidden />}
              >
                {t(`download.${file}`)}
              </Button>
            ))}
            <Button
              variant="default"
              disabled={isPlaceholderData}
              onClick={() => print()}
              leftSection={<IconPrinter size={18} aria-hidden />}
            >
              {t('print')}
            </Button>
            <Button
              component={Link}
              to={byMail(filters, data)}
              variant="default"
              leftSection={<IconMail size={18} aria-hidden />}
            >
              {t('byMail')}
            </Button>
          </div>
          <OldContent isOld={isPlaceholderData}>
            <NetworkReportView report={data} />
          </OldContent>
        </>
      )}
    </>
  )
}
