import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#ui/dialog.tsx'

interface FactorDialogProps {
  title: string
  /** Missing where only the dialog's own button may end it. */
  onCancel?: () => void
  children: ReactNode
}

/** A dialog that only its own buttons close, so that a slip loses nothing. Its 500 pixels do not grow with the page's type. */
export function FactorDialog({ title, onCancel, children }: FactorDialogProps) {
  const { t } = useTranslation('platform')
  return (
    <Dialog
      opened
      onClose={onCancel ?? (() => undefined)}
      title={title}
      size="calc(500px)"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={Boolean(onCancel)}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      {children}
    </Dialog>
  )
}
