import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReferralInList } from '#casework/referrals/referral-call.ts'
import { SelectionBar, SelectWhole } from '#platform/web/lists/selection-bar.tsx'
import type { Selection } from '#platform/web/lists/use-selection.ts'
import { actionsFor, type OfferedAction } from './bulk-actions.ts'
import { ExportButton } from './export-button.tsx'
import { referralSelection } from './referral-list-calls.ts'
import type { Bulk } from './use-bulk.ts'
import type { ReferralFilters } from './use-referral-filters.ts'

/** Actions for the selected referrals. */
export function BulkBar({
  selection,
  bulk,
  filters,
  hasMore,
  onAsk,
}: {
  selection: Selection<ReferralInList>
  bulk: Bulk
  filters: ReferralFilters
  /** whether the list has more referrals than are loaded */
  hasMore: boolean
  onAsk: (action: OfferedAction) => void
}) {
  const { t } = useTranslation('referral-lists')
  const count = selection.targets.length
  return (
    <SelectionBar
      selection={selection}
      bulk={bulk}
      words={{ chosen: t('chosen', { count }), clear: t('clear') }}
      progress={bulk.isBusy ? t('working') : null}
      whole={
        !selection.isWhole &&
        (hasMore || !selection.isAll) && (
          <SelectWhole
            selection={selection}
            query={referralSelection(filters)}
            words={(count, hasMore) => t(hasMore ? 'chooseFirst' : 'chooseWhole', { count })}
          />
        )
      }
      more={
        bulk.done &&
        bulk.done.failed.length > 0 && (
          <Button variant="subtle" onClick={bulk.showFailed}>
            {t('why')}
          </Button>
        )
      }
    >
      {actionsFor(filters.direction, selection.rows, count > selection.rows.length).map(({ action, isPossible }) => (
        <Button
          key={action}
          variant={action === 'accept' ? 'filled' : 'default'}
          loading={bulk.isBusy}
          disabled={!isPossible}
          onClick={() => onAsk(action)}
        >
          {t(`action.${action}`)}
        </Button>
      ))}
      <ExportButton filters={filters} ids={selection.targets.map(({ id }) => id)} />
    </SelectionBar>
  )
}
