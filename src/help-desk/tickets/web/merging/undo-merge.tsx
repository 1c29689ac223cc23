import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#platform/web/notify.ts'
import { undoMerges } from './merging-calls.ts'

/** Undoes one merge, however long ago it was made. */
export function UndoMerge({ ticketNumber, mergeId }: { ticketNumber: string; mergeId: string }) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const undo = useMutation({
    mutationFn: () => undoMerges([mergeId]),
    onSuccess: () => notify(t('merged.undone', { ticketNumber })),
    onSettled: async () => {
      const dialog = button.current?.closest('[role=dialog]')
      await client.invalidateQueries({ queryKey: ['supportRequest'] })
      // The button disappears with the merge; the focus stays in the dialog.
      setTimeout(() => {
        if (document.activeElement === document.body) dialog?.querySelector('button')?.focus({ preventScroll: true })
      })
    },
  })
  return (
    <Button
      ref={button}
      variant="default"
      leftSection={<IconArrowBackUp size={18} aria-hidden />}
      loading={undo.isPending}
      aria-label={t('merged.undoNamed', { ticketNumber })}
      onClick={() => undo.mutate()}
    >
      {t('merged.undo')}
    </Button>
  )
}
