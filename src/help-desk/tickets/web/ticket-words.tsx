import { IconArchive, IconCircleCheck, IconEye, IconMailOpened, IconTool } from '@tabler/icons-react'
import i18next from 'i18next'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '#platform/schema/locale-of.ts'
import { type ChipTone, StatusChip } from '#ui/status-chip.tsx'
import { HIGH, type SupportRequestRow, type SupportRequestStatus } from '../support-request.ts'
import classes from './help-desk.module.css'

const looks: Record<SupportRequestStatus, { tone: ChipTone; icon: ComponentType<{ size?: number }> }> = {
  Open: { tone: 'sky', icon: IconMailOpened },
  Viewed: { tone: 'plum', icon: IconEye },
  'Added to Backlog': { tone: 'amber', icon: IconArchive },
  'Fix Pending': { tone: 'hearth', icon: IconTool },
  Closed: { tone: 'leaf', icon: IconCircleCheck },
}

export function TicketStatusChip({ status }: { status: SupportRequestStatus }) {
  const { t } = useTranslation('tickets')
  const { tone, icon: Icon } = looks[status]
  return (
    <StatusChip tone={tone} icon={<Icon size={16} />}>
      {t(`choices.status.${status}`)}
    </StatusChip>
  )
}

/** A priority in one word; the full text is shown where there is room. */
export function PriorityWord({ priority }: { priority: SupportRequestRow['priority'] }) {
  const { t } = useTranslation('tickets')
  return (
    <span className={priority === HIGH ? classes.high : undefined} title={t(`choices.priority.${priority}`)}>
      {t(`priorityWord.${priority === HIGH ? 'High' : priority}`)}
    </span>
  )
}

/** A time in the reader's format, to the minute. */
export const momentText = (iso: string) =>
  new Intl.DateTimeFormat(localeOf(i18next.language), {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(iso))
