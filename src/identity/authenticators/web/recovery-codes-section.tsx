import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconKey } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { mayChangeSignIn } from '#platform/web/session-user.ts'
import { UnreadCard } from '#platform/web/unread-card.tsx'
import { Card } from '#ui/card.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { StatusChip } from '#ui/status-chip.tsx'
import type { RecoveryCodes } from '../authenticator.ts'
import { authenticatorsQuery, failureText, findApp, findPhone, recoveryCodesQuery } from './authenticator-calls.ts'
import { FactorDialog } from './factor-dialog.tsx'
import classes from './factors-section.module.css'
import { RecoveryCodeStep } from './recovery-code-step.tsx'

const FEW = 2

/** How many recovery codes are left, and a button for new ones; shown if a second step is required. */
export function RecoveryCodesSection({ isRequired }: { isRequired: boolean }) {
  const { t } = useTranslation('authenticators')
  const client = useQueryClient()
  const { data: list } = useQuery(authenticatorsQuery)
  const read = useQuery(recoveryCodesQuery)
  const { data } = read
  const [isAsking, setAsking] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const making = useMutation({
    mutationFn: () => api.post<RecoveryCodes>('/api/mfa/recoveryCodes', undefined, { quiet: true }),
    onSuccess: (made) => {
      setCodes(made.recovery_codes)
      client.setQueryData(recoveryCodesQuery.queryKey, { left: made.recovery_codes.length })
    },
    onError: (error) => notify(failureText(error), 'bad'),
    onSettled: () => setAsking(false),
  })
  if (!list || !(isRequired || findPhone(list) || findApp(list))) return null
  if (!data)
    return <UnreadCard id="recovery-codes" title={t('recovery.title')} read={read} className={classes.section} />
  const isFew = data.left <= FEW
  return (
    <Card labelledBy="recovery-codes" className={classes.section ?? ''}>
      <h2 id="recovery-codes">{t('recovery.title')}</h2>
      <p className={classes.lead}>{t('recovery.lead')}</p>
      <div className={classes.row}>
        <StatusChip
          tone={isFew ? 'amber' : 'leaf'}
          icon={isFew ? <IconAlertTriangle aria-hidden="true" size={16} /> : <IconKey aria-hidden="true" size={16} />}
        >
          {data.left ? t('recovery.left', { count: data.left }) : t('recovery.none')}
        </StatusChip>
        {isFew && data.left > 0 && <span>{t('recovery.few')}</span>}
        <Button
          variant="default"
          loading={making.isPending}
          disabled={!mayChangeSignIn()}
          onClick={() => (data.left ? setAsking(true) : making.mutate())}
        >
          {t('recovery.make')}
        </Button>
      </div>
      {isAsking && (
        <ReplaceDialog isBusy={making.isPending} onClose={() => setAsking(false)} onConfirm={making.mutate} />
      )}
      {codes && (
        <FactorDialog title={t('recovery.title')}>
          <RecoveryCodeStep codes={codes} showsAll onFinish={() => setCodes(null)} />
        </FactorDialog>
      )}
    </Card>
  )
}

interface ReplaceDialogProps {
  isBusy: boolean
  onClose: () => void
  onConfirm: () => void
}

function ReplaceDialog({ isBusy, onClose, onConfirm }: ReplaceDialogProps) {
  const { t } = useTranslation(['authenticators', 'platform'])
  return (
    <Dialog opened onClose={onClose} size={400} withCloseButton={false} title={t('recovery.replaceTitle')}>
      <Text>{t('recovery.replaceText')}</Text>
      <Group justify="flex-end" mt="md" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('platform:form.cancel')}
        </Button>
        <Button loading={isBusy} onClick={() => onConfirm()}>
          {t('recovery.make')}
        </Button>
      </Group>
    </Dialog>
  )
}
