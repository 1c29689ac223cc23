import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { notify } from '#platform/web/notify.ts'
import { undoMerges } from './merging-calls.ts'

/** Takes one merge back, however long ago it was made. */
export function UndoMerge({ ticketNumber, mergeId }: { ticketNumber: string; mergeId: string }) {
  const { t } = useTranslation('help-desk')
  const client = useQueryClient()
  const undo = useMutation({
    mutationFn: () => undoMerges([mergeId]),
    onSuccess: () => notify(t('merged.undone', { ticketNumber })),
    onSettled: () => client.invalidateQueries({ queryKey: ['supportRequest'] }),
  })
  return (
    <Button
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
