import { Button, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LastingDialog } from '#ui/lasting-dialog.tsx'
import classes from './form-dialog.module.css'

interface FormButtonsProps {
  isSending: boolean
  onCancel: () => void
  /** before Cancel */
  lead?: ReactNode
}

/** The buttons of a form in a dialog: Cancel and Save. */
export function FormButtons({ isSending, onCancel, lead }: FormButtonsProps) {
  const { t } = useTranslation('platform')
  return (
    <Group justify="flex-end" className={classes.buttons ?? ''}>
      {lead}
      <Button variant="default" onClick={onCancel} disabled={isSending}>
        {t('form.cancel')}
      </Button>
      <Button type="submit" loading={isSending}>
        {t('form.save')}
      </Button>
    </Group>
  )
}

interface FormDialogProps {
  title: string
  /** in pixels */
  width: number
  isSending: boolean
  onSubmit: (event: FormEvent) => void
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog that only Cancel and Save close. */
export const FormDialog = ({ title, width, isSending, onSubmit, onClose, children }: FormDialogProps) => (
  <LastingDialog title={title} width={width} onClose={onClose}>
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        {children}
        <FormButtons isSending={isSending} onCancel={onClose} />
      </Stack>
    </form>
  </LastingDialog>
)
