import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ChoiceDialog } from '#platform/web/lists/choice-dialog.tsx'
import { knownUser } from '#platform/web/session-user.ts'
import type { BulkChange } from '../../bulk-change.ts'
import { type SupportRequestStatus, supportRequestStatuses } from '../../support-request.ts'
import { assignable } from './working-calls.ts'

const NOBODY = 'nobody'

/** The possible assignees: oneself, nobody, and the others by name. */
export function useAssigneeChoices() {
  const { t } = useTranslation('tickets')
  const { data } = useQuery(assignable)
  const me = knownUser()?.id
  const others = (data?.items ?? [])
    .filter(({ id }) => id !== me)
    .map(({ id, contact }) => ({ value: id, label: `${contact.firstName} ${contact.lastName}` }))
  return [...(me ? [{ value: me, label: t('work.me') }] : []), { value: NOBODY, label: t('work.nobody') }, ...others]
}
export const assigneeOf = (value: string) => ({ assigneeId: value === NOBODY ? null : value })

/** Selects the new value for the selected tickets. */
export function BulkChoice({
  kind,
  count,
  onChoose,
  onClose,
}: {
  kind: 'status' | 'assignee'
  count: number
  onChoose: (change: BulkChange['change']) => void
  onClose: () => void
}) {
  return kind === 'status' ? (
    <StatusChoice count={count} onChoose={onChoose} onClose={onClose} />
  ) : (
    <AssigneeChoice count={count} onChoose={onChoose} onClose={onClose} />
  )
}

interface Part {
  count: number
  onChoose: (change: BulkChange['change']) => void
  onClose: () => void
}
function StatusChoice({ count, onChoose, onClose }: Part) {
  const { t } = useTranslation('tickets')
  return (
    <ChoiceDialog
      title={t('work.statusOf', { count })}
      choices={supportRequestStatuses.map((status) => ({ value: status, label: t(`choices.status.${status}`) }))}
      onChoose={(status) => onChoose({ status: status as SupportRequestStatus })}
      onClose={onClose}
    />
  )
}
function AssigneeChoice({ count, onChoose, onClose }: Part) {
  const { t } = useTranslation('tickets')
  const choices = useAssigneeChoices()
  return (
    <ChoiceDialog
      title={t('work.assign', { count })}
      choices={choices}
      onChoose={(value) => onChoose(assigneeOf(value))}
      onClose={onClose}
    />
  )
}
