import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Rejection } from '../suggestion.ts'
import classes from './suggestions.module.css'

interface RejectDialogProps {
  onReject: (reason: string) => Promise<void>
  onClose: () => void
}

/** Asks for the reason, which the person who suggested it reads. */
export function RejectDialog({ onReject, onClose }: RejectDialogProps) {
  const { t } = useTranslation(['suggestions', 'platform'])
  const form = useContractForm({
    contract: Rejection,
    texts: 'suggestions',
    initial: { reason: '' },
    onSubmit: ({ reason }) => onReject(reason),
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('reject.title')}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <form className={classes.fields} noValidate onSubmit={form.submit}>
        <p>{t('reject.text')}</p>
        <Field form={form} name="reason" takesFocus />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('platform:form.cancel')}
          </Button>
          <Button type="submit" loading={form.isSending}>
            {t('reject.send')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
