import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { notify } from '#platform/web/notify.ts'
import { Dialog } from '#ui/dialog.tsx'
import { type CannedAnswer, titleOf } from '../canned-answer.ts'
import { removeAnswer } from './canned-answer-calls.ts'

/** Asks before a canned answer is deleted for everyone. */
export function RemoveAnswerDialog({ answer, onClose }: { answer: CannedAnswer; onClose: () => void }) {
  const { t, i18n } = useTranslation(['canned-answers', 'platform'])
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => removeAnswer(answer.id),
    onSuccess: () => notify(t('removed')),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['cannedAnswer'] })
      onClose()
    },
  })
  const title = titleOf(answer, i18n.language.startsWith('es'))
  return (
    <Dialog opened onClose={onClose} title={t('removeTitle')} size="sm" withCloseButton={false} centered>
      <Stack gap="md">
        <p>{t('removeText', { title })}</p>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={remove.isPending}>
            {t('platform:form.cancel')}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('remove')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
