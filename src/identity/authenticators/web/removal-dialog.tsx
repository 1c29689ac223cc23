import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { Dialog } from '#ui/dialog.tsx'
import type { Authenticator } from '../authenticator.ts'
import { authenticatorsQuery, failureText, recoveryCodesQuery } from './authenticator-calls.ts'
import { saveIntent } from './factor-intent.ts'

/** Asks for confirmation, then removes an authenticator. */
export function RemovalDialog({ authenticator, onClose }: { authenticator: Authenticator; onClose: () => void }) {
  const { t } = useTranslation(['authenticators', 'platform'])
  const client = useQueryClient()
  const removal = useMutation({
    mutationFn: () => api.delete(`/api/mfa/${authenticator.id}`, { quiet: true }),
    onSuccess: () => {
      notify(t('removed'))
      client.setQueryData(authenticatorsQuery.queryKey, (list) => list?.filter((a) => a.id !== authenticator.id))
      return client.invalidateQueries({ queryKey: recoveryCodesQuery.queryKey })
    },
    onError: (error) => {
      saveIntent(error, { kind: 'removal', authenticatorId: authenticator.id })
      notify(failureText(error), 'bad')
    },
    onSettled: onClose,
  })
  return (
    <Dialog opened onClose={onClose} size="calc(300px)" withCloseButton={false} title={t('removal.question')}>
      <Group justify="flex-end" mt="md" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('platform:form.cancel')}
        </Button>
        <Button loading={removal.isPending} onClick={() => removal.mutate()}>
          {t('removal.confirm')}
        </Button>
      </Group>
    </Dialog>
  )
}
