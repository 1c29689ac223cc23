import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconHelpCircle,
  IconLoader2,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type ChipTone, StatusChip } from '#ui/status-chip.tsx'
import type { RunState } from '../import-run.ts'

const looks: Record<RunState, [ChipTone, TablerIcon]> = {
  receiving: ['sky', IconLoader2],
  checking: ['sky', IconLoader2],
  checked: ['amber', IconHelpCircle],
  applying: ['sky', IconLoader2],
  applied: ['leaf', IconCircleCheck],
  discarded: ['stone', IconCircleX],
  undoing: ['sky', IconLoader2],
  undone: ['stone', IconArrowBackUp],
  failed: ['ember', IconAlertTriangle],
}

export function ImportState({ state }: { state: RunState }) {
  const { t } = useTranslation('imports')
  const [tone, Icon] = looks[state]
  return (
    <StatusChip tone={tone} icon={<Icon size={16} aria-hidden />}>
      {t(`state.${state}`)}
    </StatusChip>
  )
}
