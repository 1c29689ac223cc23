import { Button } from '@mantine/core'
import { IconArrowMerge, IconUserCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SelectionBar, SelectWhole } from '#platform/web/lists/selection-bar.tsx'
import type { Selection } from '#platform/web/lists/use-selection.ts'
import { MOST_DUPLICATES } from '../../merging.ts'
import type { TicketFilters } from '../ticket-filters.ts'
import type { Bulk } from './use-bulk.ts'
import { isAgent, ticketSelection } from './working-calls.ts'

/** Actions for the selected tickets. */
export function BulkBar({
  selection,
  bulk,
  filters,
  hasMore,
  onAsk,
}: {
  selection: Selection
  bulk: Bulk
  filters: TicketFilters
  /** whether the list has more tickets than are loaded */
  hasMore: boolean
  onAsk: (kind: 'status' | 'assignee' | 'merge') => void
}) {
  const { t } = useTranslation('tickets')
  const count = selection.targets.length
  return (
    <SelectionBar
      selection={selection}
      bulk={bulk}
      words={{ chosen: t('work.chosen', { count }), clear: t('work.clear') }}
      progress={bulk.progress && t('work.progress', bulk.progress)}
      whole={
        !selection.isWhole &&
        (hasMore || !selection.isAll) && (
          <SelectWhole
            selection={selection}
            query={ticketSelection(filters)}
            words={(count, hasMore) => t(hasMore ? 'work.chooseFirst' : 'work.chooseWhole', { count })}
          />
        )
      }
    >
      <Button variant="default" loading={bulk.isBusy} onClick={() => onAsk('status')}>
        {t('work.changeStatus')}
      </Button>
      {isAgent() && (
        <Button
          variant="default"
          loading={bulk.isBusy}
          leftSection={<IconUserCheck size={18} aria-hidden />}
          onClick={() => onAsk('assignee')}
        >
          {t('work.assignTo')}
        </Button>
      )}
      {isAgent() && count <= MOST_DUPLICATES + 1 && count === selection.rows.length && (
        <Button
          variant="default"
          loading={bulk.isBusy}
          leftSection={<IconArrowMerge size={18} aria-hidden />}
          onClick={() => onAsk('merge')}
        >
          {t('merge.open')}
        </Button>
      )}
    </SelectionBar>
  )
}
