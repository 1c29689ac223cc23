import { ActionIcon, Radio } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '#platform/schema/locale-of.ts'
import type { MergePreview, MergeSide } from '../../merging.ts'
import { momentText, PriorityWord, TicketStatusChip } from '../ticket-words.tsx'
import classes from './merging.module.css'

const counted = ['notes', 'internalNotes', 'screenshots', 'mergedTickets'] as const
type Counts = Partial<Record<(typeof counted)[number], number>>

/** Counts in words, without zeros; the number of notes is always shown. */
function useCountWords() {
  const { t } = useTranslation('tickets')
  return (counts: Counts) =>
    counted
      .filter((kind) => kind === 'notes' || (counts[kind] ?? 0) > 0)
      .map((kind) => t(`merge.count.${kind}`, { count: counts[kind] ?? 0 }))
      .join(', ')
}

/** The tickets side by side; the reader selects the target. */
export function MergeSides({
  preview,
  targetId,
  onPick,
  onLeaveOut,
}: {
  preview: MergePreview
  targetId: string
  onPick: (id: string) => void
  onLeaveOut: (id: string) => void
}) {
  const { t } = useTranslation('tickets')
  // Sorted by number whichever is the target, so that nothing moves when another one is selected.
  const sides = [preview.target, ...preview.duplicates].toSorted((a, b) => a.ticketNumber.localeCompare(b.ticketNumber))
  return (
    <Radio.Group
      label={t('merge.stays')}
      description={t('merge.staysHelp')}
      value={targetId}
      onChange={onPick}
      name="merge-target"
    >
      <div className={classes.sides}>
        {sides.map((side) => (
          <Side key={side.id} side={side} isKept={side.id === targetId} onLeaveOut={onLeaveOut} />
        ))}
      </div>
    </Radio.Group>
  )
}

function Side({ side, isKept, onLeaveOut }: { side: MergeSide; isKept: boolean; onLeaveOut: (id: string) => void }) {
  const { t } = useTranslation('tickets')
  const countWords = useCountWords()
  const { firstName, lastName } = side.createdByPortalAccount.contact
  const from = [`${firstName} ${lastName}`, side.fromOrganization?.name].filter(Boolean).join(', ')
  return (
    <div className={classes.side} data-kept={isKept || undefined}>
      <div className={classes.sideHead}>
        <Radio
          value={side.id}
          label={<strong>{side.ticketNumber}</strong>}
          description={t(isKept ? 'merge.isKept' : 'merge.isClosed')}
        />
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={t('merge.removeTicket', side)}
          onClick={() => onLeaveOut(side.id)}
        >
          <IconX size={20} aria-hidden />
        </ActionIcon>
      </div>
      <p className={classes.chips}>
        <TicketStatusChip status={side.status} />
        <PriorityWord priority={side.priority} />
      </p>
      <p className={classes.label}>{t('merged.from', { who: from, when: momentText(side.createdOn) })}</p>
      <p className={classes.text} dir="auto">
        {side.description.slice(0, 400)}
      </p>
      <p className={classes.label}>{countWords(side)}</p>
    </div>
  )
}

/** Warnings before merging. */
export function MergeWarnings({ preview: { warnings, target } }: { preview: MergePreview }) {
  const { t } = useTranslation('tickets')
  if (warnings.length === 0) return null
  return (
    <section aria-label={t('merge.warnings')} className={classes.warnings}>
      <strong>{t('merge.warnings')}</strong>
      <ul>
        {warnings.map(({ kind, ticketNumber }) => (
          <li key={kind + ticketNumber}>
            <IconAlertTriangle size={18} aria-hidden />
            <span>{t(`merge.warning.${kind}`, { ticketNumber, target: target.ticketNumber })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The content of the target afterwards, and who is notified. */
export function MergeResult({ preview: { target, duplicates, result } }: { preview: MergePreview }) {
  const { t, i18n } = useTranslation('tickets')
  const countWords = useCountWords()
  const mergedTickets = [target, ...duplicates].reduce((sum, side) => sum + side.mergedTickets, duplicates.length)
  const names = result.watchers.map(({ contact, isOnHold }) => {
    const name = `${contact.firstName} ${contact.lastName}`
    return isOnHold ? t('watch.onHold', { name }) : name
  })
  return (
    <section aria-label={t('merge.result', target)} className={classes.result}>
      <strong>{t('merge.result', target)}</strong>
      <p>{countWords({ ...result, mergedTickets })}</p>
      <p>
        {names.length
          ? t('merge.watchers', { names: new Intl.ListFormat(localeOf(i18n.language)).format(names) })
          : t('merge.noWatchers')}
      </p>
    </section>
  )
}
