import { Button, Radio, Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { unmetRoles } from '#casework/unmet-needs/unmet-policy.ts'
import { api } from '#platform/web/api.ts'
import { NoAccessScreen } from '#platform/web/no-access-screen.tsx'
import { notify } from '#platform/web/notify.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { dayText } from '#platform/web/time-words.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import {
  type Cadence,
  cadences,
  type ReportSchedule,
  type ScheduledReport,
  type ScheduleList,
  scheduledReports,
} from '../report-schedule.ts'
import { filtersOfAddress, filterText, reportPaths } from './schedule-words.ts'
import classes from './schedules.module.css'

const path = '/api/report/schedule/'
const queryKey = ['reportSchedule']

const useScheduleTexts = () => useTranslation(['scheduled-reports', 'reports', 'needs'])

/** The report of the address; that of missing help if it names none. */
const reportOf = (words: URLSearchParams): ScheduledReport =>
  scheduledReports.find((one) => one === words.get('report')) ?? scheduledReports[0]

/** What a person gets by mail, with what was made so far; and a new one with the filters of the address. */
export function Screen() {
  const { t } = useScheduleTexts()
  const may = userHasRole(knownUser(), ...unmetRoles)
  const [words] = useSearchParams()
  const report = reportOf(words)
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<ScheduleList>(path, { quiet: true, signal }),
    enabled: may,
  })
  if (!may) return <NoAccessScreen title={t('title')} />
  return (
    <div className={classes.content}>
      <p>
        <Link to={reportPaths[report]} className={classes.crumb}>
          <IconArrowLeft size={18} aria-hidden />
          {t(`what.${report}`)}
        </Link>
      </p>
      <PageHeading title={t('title')} lead={t('lead')} />
      <NewScheduleForm />
      {list.isPending && <Skeleton height={160} radius="lg" role="status" aria-label={t('loading')} />}
      {list.isError && (
        <EmptyState title={t('failed')} action={<Button onClick={() => list.refetch()}>{t('retry')}</Button>} />
      )}
      {list.data && (
        <>
          <Schedules items={list.data.items} />
          <Runs runs={list.data.runs} />
        </>
      )}
    </div>
  )
}

const remember = (list: ScheduleList) => queryClient.setQueryData(queryKey, list)

/** The filters come from the report, where they were chosen. */
function NewScheduleForm() {
  const { t } = useScheduleTexts()
  const [words] = useSearchParams()
  const [cadence, setCadence] = useState<Cadence>('monthly')
  const report = reportOf(words)
  const filters = filtersOfAddress(report, words)
  const add = useMutation({
    mutationFn: () => api.post<ScheduleList>(path, { report, filters, cadence }),
    onSuccess: (list) => {
      remember(list)
      const same = list.items.find(
        (each) => each.cadence === cadence && filterText(each, t) === filterText({ report, filters }, t),
      )
      notify(t('added', { day: dayText(same?.nextOn ?? '') }), 'good')
    },
  })
  return (
    <section className={classes.card} aria-labelledby="new-schedule">
      <h2 id="new-schedule">{t('new')}</h2>
      <p>{filterText({ report, filters }, t)}</p>
      <Radio.Group label={t('cadence.label')} value={cadence} onChange={(value) => setCadence(value as Cadence)}>
        {cadences.map((value) => (
          <Radio key={value} value={value} label={t(`cadence.${value}`)} mt="xs" />
        ))}
      </Radio.Group>
      <div>
        <Button loading={add.isPending} onClick={() => add.mutate()}>
          {t('add')}
        </Button>
      </div>
    </section>
  )
}

function Schedules({ items }: { items: ReportSchedule[] }) {
  const { t } = useScheduleTexts()
  const stop = useMutation({
    mutationFn: (id: string) => api.delete<ScheduleList>(`${path}${id}`),
    onSuccess: (list) => {
      remember(list)
      notify(t('stopped'), 'good')
    },
  })
  return (
    <section aria-labelledby="schedules">
      <h2 id="schedules">{t('schedules')}</h2>
      {items.length === 0 && <p className={classes.told}>{t('none')}</p>}
      <ul className={classes.list}>
        {items.map(({ id, report, filters, cadence, nextOn }) => (
          <li key={id}>
            <div>
              <strong>{filterText({ report, filters }, t)}</strong>
              <div className={classes.told}>
                {t(`cadence.${cadence}`)} · {t('next', { day: dayText(nextOn) })}
              </div>
            </div>
            <Button
              variant="default"
              aria-label={t('stopLabel', { name: `${filterText({ report, filters }, t)}, ${t(`cadence.${cadence}`)}` })}
              disabled={stop.isPending}
              onClick={() => stop.mutate(id)}
            >
              {t('stop')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Runs({ runs }: { runs: ScheduleList['runs'] }) {
  const { t } = useScheduleTexts()
  return (
    <section aria-labelledby="runs">
      <h2 id="runs">{t('runs')}</h2>
      {runs.length === 0 && <p className={classes.told}>{t('noRuns')}</p>}
      <ul className={classes.list}>
        {runs.map(({ id, asOf, report, filters }) => (
          <li key={id}>
            <Link to={`/reports/scheduled/${id}`} className={classes.crumb}>
              {dayText(asOf)}: {filterText({ report, filters }, t)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
