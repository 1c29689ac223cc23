import { Button, Skeleton, Table } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import { MoreButton } from '#platform/web/more-button.tsx'
import { NoAccessScreen } from '#platform/web/no-access-screen.tsx'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { dayText } from '#platform/web/time-words.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { countKeys } from '../report.ts'
import { readReportFilters, wordsOf } from './report-address.ts'
import { reportRowsOf } from './report-calls.ts'
import { useReportWords } from './report-words.ts'
import classes from './reports.module.css'

/** The referrals that a number of a report counts. */
export function Screen() {
  const { t, words, language } = useReportWords()
  const may = userHasRole(knownUser(), ...caseworkRoles)
  const [params] = useSearchParams()
  const filters = readReportFilters(params)
  const only = ['measure', 'statusClass', 'reason'].map((name) => [name, params.get(name) ?? undefined] as const)
  const { compare: _, ...asked } = filters
  const list = useInfiniteQuery({ ...reportRowsOf({ ...asked, ...Object.fromEntries(only) }), enabled: may })
  if (!may) return <NoAccessScreen title={t('rows.title')} />
  const first = list.data?.pages[0]
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const measure = countKeys.find((key) => key === params.get('measure')) ?? 'sent'
  return (
    <>
      <p className={classes.crumb}>
        <Link to={`/reports?${wordsOf(filters)}`}>
          <IconArrowLeft size={18} aria-hidden />
          {t('rows.back')}
        </Link>
      </p>
      <PageHeading title={t('rows.title')} lead={t(`definition.${measure}`)} />
      {list.isPending && <Skeleton height={280} radius="lg" role="status" aria-label={t('loading')} />}
      {list.isError && (
        <EmptyState title={t('failed')} action={<Button onClick={() => list.refetch()}>{t('retry')}</Button>} />
      )}
      {first && items.length === 0 && <EmptyState title={t('rows.empty')} />}
      {first && items.length > 0 && (
        <>
          <p role="status">
            {t('rows.count', {
              ...{ count: first.totalCount, from: dayText(first.startDate), to: dayText(first.endDate) },
            })}
          </p>
          <Table.ScrollContainer
            minWidth={560}
            scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('rows.title') } }}
          >
            <Table verticalSpacing="sm">
              <Table.Thead>
                <Table.Tr>
                  {(['sentDay', 'need', 'organization', 'status'] as const).map((head) => (
                    <Table.Th key={head} scope="col">
                      {t(`rows.${head}`)}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map((row) => {
                  const [day, need] = [dayText(row.sentDay), words.needName(row.need)]
                  const why = row.reason ? t(`reason.${row.reason}`) : row.outcome ? t(`outcome.${row.outcome}`) : null
                  return (
                    <Table.Tr key={row.referralId}>
                      <Table.Td>
                        <Link to={`/referrals/${row.referralId}`} aria-label={t('rows.openOne', { day, need })}>
                          {day}
                        </Link>
                      </Table.Td>
                      <Table.Td>{need}</Table.Td>
                      <Table.Td>{row.organization.name}</Table.Td>
                      <Table.Td>
                        {t(`statusClass.${row.statusClass}`)}
                        {why && `: ${why.toLocaleLowerCase(localeOf(language))}`}
                      </Table.Td>
                    </Table.Tr>
                  )
                })}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          <MoreButton list={list}>{t('rows.more')}</MoreButton>
        </>
      )}
    </>
  )
}
