import { Button, Skeleton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MoreButton } from '#platform/web/more-button.tsx'
import type { ActivityRow } from '../support-request-call.ts'
import { NoteCell } from './answering/note-cell.tsx'
import { Origin } from './merging/merged-words.tsx'
import { DownloadFile, ViewFile } from './screenshots-table.tsx'
import { ticketActivity } from './ticket-calls.ts'
import classes from './ticket-records.module.css'
import { momentText } from './ticket-words.tsx'

/** The text of a record, in the reader's language. */
function useChangeText() {
  const { t } = useTranslation('tickets')
  return ({ field, from, to, changes }: ActivityRow) => {
    if (field === null) return t('activity.note')
    if (field === 'status')
      return t('activity.status', { from: t(`choices.status.${from}`), to: t(`choices.status.${to}`) })
    if (field === 'assignee')
      return to ? t('activity.assigned', { to }) : t('activity.unassigned', { from: from ?? '' })
    if (field === 'mergedInto') return to ? t('activity.mergedInto', { to }) : t('activity.mergedIntoHidden')
    if (field === 'unmerged') return from ? t('activity.unmerged', { from }) : t('activity.unmergedHidden')
    if (field === 'tookIn') return t('activity.tookIn', { to: to ?? '' })
    if (field === 'gaveBack') return t('activity.gaveBack', { from: from ?? '' })
    if (field === 'receiveEmailUpdates') return t(to === 'Yes' ? 'activity.updatesOn' : 'activity.updatesOff')
    return field === 'created' || field === 'screenshot' ? t(`activity.${field}`) : changes
  }
}

/** A ticket's records and notes, newest first unless the reader reverses the order. */
export function ActivityTable({ ticketId }: { ticketId: string }) {
  const { t } = useTranslation('tickets')
  const [isNewestFirst, setNewestFirst] = useState(true)
  const activity = useInfiniteQuery(ticketActivity(ticketId))
  const textOf = useChangeText()
  if (activity.isPending) return <Skeleton height={160} radius="lg" aria-label={t('page.loading')} />
  if (!activity.data) return <Button onClick={() => activity.refetch()}>{t('page.retry')}</Button>
  const newestFirst = activity.data.pages.flatMap((page) => page.items)
  const rows = isNewestFirst ? newestFirst : newestFirst.toReversed()
  const Arrow = isNewestFirst ? IconArrowDown : IconArrowUp
  return (
    <>
      <table className={classes.records}>
        <thead>
          <tr>
            <th scope="col" aria-sort={isNewestFirst ? 'descending' : 'ascending'}>
              <button type="button" className={classes.sort} onClick={() => setNewestFirst(!isNewestFirst)}>
                {t('activity.date')}
                <Arrow size={14} aria-hidden />
              </button>
            </th>
            {(['changes', 'updatedBy', 'notes', 'actions'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`activity.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td data-label={t('activity.date')}>
                <time dateTime={row.createdOn}>{momentText(row.createdOn)}</time>
              </td>
              <td data-label={t('activity.changes')}>
                <span>
                  {textOf(row)}
                  <Origin ticketNumber={row.origin} />
                </span>
              </td>
              <td data-label={t('activity.updatedBy')}>{row.updatedBy}</td>
              <td data-label={t('activity.notes')}>
                <NoteCell row={row} />
              </td>
              <td data-label={t('activity.actions')}>
                {row.file && (
                  <>
                    <ViewFile file={row.file} label={t('view.viewScreenshot')} />
                    <DownloadFile file={row.file} label={t('view.downloadScreenshot')} />
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreButton mt="sm" list={activity}>
        {t('page.more')}
      </MoreButton>
    </>
  )
}
