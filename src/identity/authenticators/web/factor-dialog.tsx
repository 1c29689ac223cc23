import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#ui/dialog.tsx'

interface FactorDialogProps {
  title: string
  /** Missing if only the dialog's own button may close it. */
  onCancel?: () => void
  children: ReactNode
}

/**
 * A dialog that only its own buttons close, so that an accidental click loses nothing. Its width of 500 pixels does not
 * scale with the font size.
 */
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
