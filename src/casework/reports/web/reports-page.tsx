import { Button, Skeleton } from '@mantine/core'
import { IconDownload, IconMail, IconPrinter } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { ApiError } from '#platform/web/api.ts'
import { NoAccessScreen } from '#platform/web/no-access-screen.tsx'
import { OldContent } from '#platform/web/old-content.tsx'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { type ReportFilters, useReportAddress, wordsOf } from './report-address.ts'
import { fileAddress, reportOf } from './report-calls.ts'
import { ReportFilterForm } from './report-filter-form.tsx'
import { ReportView } from './report-view-public.tsx'
import { useReportWords } from './report-words.ts'
import classes from './reports.module.css'

/** Where the report is scheduled: with the same filters, and as many days up to the day of each report. */
function byMail(
  { startDate: _, endDate: __, ...filters }: ReportFilters,
  shown: { startDate: string; endDate: string },
) {
  const days = (Date.parse(shown.endDate) - Date.parse(shown.startDate)) / 86_400_000 + 1
  return `/reports/scheduled?${wordsOf({ report: 'organization', ...filters, days: String(days) })}`
}

/** What became of the referrals of the reader's organization. */
export function Screen() {
  const { t, language } = useReportWords()
  const may = userHasRole(knownUser(), ...caseworkRoles)
  const { filters, apply } = useReportAddress()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...reportOf(filters),
    placeholderData: keepPreviousData,
    enabled: may,
  })
  if (!may) return <NoAccessScreen title={t('title')} />
  const wrong = error instanceof ApiError ? error.errors : []
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
      <ReportFilterForm key={wordsOf(filters).toString()} report={data} filters={filters} wrong={wrong} apply={apply} />
      {!data && !error && (
        <Skeleton height={420} radius="lg" role="status" aria-label={t('loading')} className={classes.wait} />
      )}
      {error && wrong.length === 0 && (
        <EmptyState title={t('failed')} action={<Button onClick={() => refetch()}>{t('retry')}</Button>} />
      )}
      {data && !error && (
        <>
          <div className={classes.acts}>
            {(['csv', 'json'] as const).map((file) => (
              <Button
                key={file}
                component="a"
                variant="default"
                href={fileAddress(filters, file, language)}
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
            <ReportView report={data} filters={filters} />
          </OldContent>
        </>
      )}
    </>
  )
}
