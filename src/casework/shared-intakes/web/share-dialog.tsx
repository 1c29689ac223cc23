import { Button, Checkbox, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { dayText } from '#platform/web/time-words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/select.tsx'
import type { Shareable, SharedIntakes } from '../shared-intake.ts'
import classes from './shared-intakes.module.css'

interface ShareDialogProps {
  referralId: string
  shareable: Shareable[]
  queryKey: readonly string[]
  onClose: () => void
}

/** Chooses an intake to share, and which of its sensitive answers. */
export function ShareDialog({ referralId, shareable, queryKey, onClose }: ShareDialogProps) {
  const { t, i18n } = useTranslation('shared-intakes')
  const language = i18n.language.startsWith('es') ? 'es' : 'en'
  const [intakeId, setIntakeId] = useState(shareable[0]?.id ?? '')
  const [sensitive, setSensitive] = useState<string[]>([])
  const [error, setError] = useState<string | null>(null)
  const intake = shareable.find(({ id }) => id === intakeId)
  const share = useMutation({
    mutationFn: () =>
      api.post<SharedIntakes>(`/api/referral/${referralId}/intake`, { intakeId, sensitive }, { quiet: true }),
    onSuccess: (shared) => {
      queryClient.setQueryData(queryKey, shared)
      notify(t('done'))
      onClose()
    },
    onError: (failed) =>
      setError(t(failed instanceof ApiError && failed.code === 'intake-not-covered' ? 'notCovered' : 'failed')),
  })
  return (
    <Dialog opened onClose={onClose} title={t('share')} withCloseButton={false}>
      <div className={classes.card}>
        <p>{t('text')}</p>
        {error && <p role="alert">{error}</p>}
        <Select
          label={t('which')}
          data={shareable.map(({ id, title, completedOn }) => ({
            value: id,
            label: t('summary', { form: title[language], day: dayText(completedOn) }),
          }))}
          value={intakeId}
          onChange={(id) => {
            setIntakeId(id ?? '')
            setSensitive([])
          }}
          allowDeselect={false}
        />
        <p>{t('count', { count: intake?.answerCount ?? 0 })}</p>
        {intake && intake.sensitive.length > 0 && (
          <Checkbox.Group
            label={t('sensitive')}
            description={t('sensitiveHelp')}
            value={sensitive}
            onChange={setSensitive}
          >
            <div className={classes.choices}>
              {intake.sensitive.map(({ key, question, answer }) => (
                <Checkbox key={key} value={key} label={question[language]} description={answer[language]} />
              ))}
            </div>
          </Checkbox.Group>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button loading={share.isPending} onClick={() => share.mutate()}>
            {t('submit')}
          </Button>
        </Group>
      </div>
    </Dialog>
  )
}
