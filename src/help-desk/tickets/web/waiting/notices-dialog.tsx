import { Skeleton, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NotLoaded } from '#platform/web/not-loaded.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { helpDeskPreference, savePreference } from './waiting-calls.ts'

/** What people who handle tickets are notified of by mail, without subscribing to each ticket. Saved immediately. */
export function NoticesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['tickets', 'platform'])
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(helpDeskPreference)
  const save = useMutation({
    mutationFn: (mailsOfAnswers: boolean) => savePreference({ mailsOfAnswers }),
    onSettled: () => client.invalidateQueries({ queryKey: helpDeskPreference.queryKey }),
  })
  return (
    <Dialog
      opened
      losesInput={false}
      onClose={onClose}
      title={t('waiting.notices')}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      {data && (
        <Switch
          size="md"
          label={t('waiting.mailsOfAnswers')}
          description={t('waiting.mailsOfAnswersText')}
          checked={save.isPending ? save.variables : data.mailsOfAnswers}
          onChange={(event) => save.mutate(event.currentTarget.checked)}
        />
      )}
      {!data && (isError ? <NotLoaded onRetry={refetch} /> : <Skeleton height={60} />)}
    </Dialog>
  )
}
