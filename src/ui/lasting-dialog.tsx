import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { usePhone } from './use-phone.ts'

interface LastingDialogProps {
  title: string
  /** in pixels */
  width: number
  onClose: () => void
  children: ReactNode
}

/** A dialog that only its own buttons close, so that an accidental click loses nothing. */
export const LastingDialog = ({ title, width, onClose, children }: LastingDialogProps) => (
  <Dialog
    opened
    onClose={onClose}
    title={title}
    size={`calc(${width}px)`}
    fullScreen={usePhone()}
    withCloseButton={false}
    closeOnClickOutside={false}
    closeOnEscape={false}
  >
    {children}
  </Dialog>
)
