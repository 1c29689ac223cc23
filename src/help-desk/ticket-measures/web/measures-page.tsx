import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { IconChartBar, IconDownload, IconHourglass } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, redirect, useLocation, useNavigation } from 'react-router'
import { HIGH } from '#help-desk/tickets/support-request.ts'
import { SupportArea } from '#help-desk/tickets/web/support-area-public.tsx'
import { ApiError } from '#platform/web/api.ts'
import { currentUser } from '#platform/web/guards.ts'
import { NotLoaded } from '#platform/web/not-loaded.tsx'
import { OldContent } from '#platform/web/old-content.tsx'
import { queryClient } from '#platform/web/query-client.ts'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { dayText } from '#platform/web/time-words.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { clocks, type Measures } from '../measure.ts'
import { rolesThatMeasure } from '../measures-policy.ts'
import { durationText } from './duration-words.ts'
import { HoursLine } from './hours-line.tsx'
import { readMeasureFilters, useMeasureAddress } from './measure-address.ts'
import { exportAddress, measuresOf } from './measure-calls.ts'
import { MeasureFilterForm } from './measure-filter-form.tsx'
import { MeasureSection } from './measure-section.tsx'
import classes from './measures.module.css'
import { SummaryTiles } from './summary-tiles.tsx'

/**
 * Redirects readers without access to the help desk. If the server refuses the filters, they are shown with its errors.
 */
export const loader = async ({ request }: LoaderFunctionArgs) => {
  await currentUser()
  if (!userHasRole(knownUser(), ...rolesThatMeasure)) throw redirect('/support/helpDesk')
  await queryClient
    .ensureQueryData(measuresOf(readMeasureFilters(new URL(request.url).searchParams)))
    .catch((error: unknown) => {
      if (!(error instanceof ApiError) || ![400, 403].includes(error.status)) throw error
    })
  return null
}

export function Screen() {
  const { t, i18n } = useTranslation('ticket-measures')
  const { filters, apply } = useMeasureAddress()
  const { data, error, refetch } = useQuery({ ...measuresOf(filters), placeholderData: keepPreviousData })
  const wrong = error instanceof ApiError ? error.errors : []
  // The loader reads the numbers before the address changes.
  const { pathname } = useLocation()
  const isOld = useNavigation().location?.pathname === pathname
  return (
    <SupportArea
      title={t('page.title')}
      action={
        <Button
          component="a"
          href={exportAddress(filters, i18n.language)}
          download
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t('page.download')}
        </Button>
      }
    >
      <div className={classes.content}>
        <MeasureFilterForm measures={data} filters={filters} wrong={wrong} apply={apply} />
        <div className={classes.clock}>
          <span id="measure-clock">{t('clock.label')}</span>
          <SegmentedControl
            aria-labelledby="measure-clock"
            value={filters.clock === 'all' ? 'all' : 'working'}
            onChange={(clock) => apply({ ...filters, clock })}
            data={clocks.map((clock) => ({ value: clock, label: t(`clock.${clock}`) }))}
          />
        </div>
        {data && !error && (
          <OldContent isOld={isOld}>
            <div className={classes.content}>
              <Numbers measures={data} />
            </div>
          </OldContent>
        )}
        {!data && wrong.length === 0 && <Missing isWaiting={!error} retry={refetch} />}
      </div>
    </SupportArea>
  )
}

function Missing({ isWaiting, retry }: { isWaiting: boolean; retry: () => void }) {
  const { t } = useTranslation('ticket-measures')
  if (isWaiting) return <Skeleton height={420} radius="lg" role="status" aria-label={t('page.loading')} />
  return <NotLoaded title={t('page.failed')} onRetry={retry} />
}

/** The groupings that the reader may see, with names in their language. */
function sectionsOf({ byType, byPriority, byOrganization }: Measures, t: TFunction) {
  return [
    {
      by: 'type' as const,
      rows: byType.map((measure) => ({
        key: measure.type,
        name: t(`tickets:choices.supportRequestType.${measure.type}`),
        measure,
      })),
    },
    {
      by: 'priority' as const,
      rows: byPriority.map((measure) => ({
        key: measure.priority,
        name: t(`tickets:priorityWord.${measure.priority === HIGH ? 'High' : measure.priority}`),
        measure,
      })),
    },
    ...(byOrganization
      ? [
          {
            by: 'organization' as const,
            rows: byOrganization.map(({ organization, others, ...measure }) => ({
              key: organization?.id ?? String(others),
              name: organization?.name ?? (others ? t('others', { count: others }) : t('noOrganization')),
              measure,
            })),
          },
        ]
      : []),
  ]
}

function Numbers({ measures }: { measures: Measures }) {
  const { t } = useTranslation(['ticket-measures', 'tickets'])
  const { clock, earlier, total, organization } = measures
  const period = { from: dayText(measures.startDate), to: dayText(measures.endDate) }
  return (
    <>
      <p className={classes.lead}>
        {organization ? t('page.ofOrganization', { name: organization.name, ...period }) : t('page.period', period)}{' '}
        {t('page.countsHow')}
      </p>
      <HoursLine hours={measures.hours} />
      {earlier.waiting > 0 && (
        <p className={classes.earlier}>
          <IconHourglass size={20} aria-hidden />
          {t('page.earlier', { count: earlier.waiting, age: durationText(earlier.oldest, clock) })}
        </p>
      )}
      {total.tickets === 0 ? (
        <EmptyState icon={<IconChartBar aria-hidden />} title={t('page.empty')}>
          {t('page.emptyText')}
        </EmptyState>
      ) : (
        <>
          <SummaryTiles total={total} clock={clock} />
          {sectionsOf(measures, t).map((section) => (
            <MeasureSection key={section.by} {...section} clock={clock} />
          ))}
        </>
      )}
    </>
  )
}
