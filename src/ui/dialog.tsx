import { Modal, type ModalProps } from '@mantine/core'
import { useEscape } from './escape.ts'
import { useFocusReturn } from './focus-return.ts'

/** A dialog that is on the page only while it is open; the focus returns to what opened it. Escape closes the topmost alone. */
export function Dialog({ closeOnEscape = true, ...props }: ModalProps) {
  useFocusReturn()
  useEscape(closeOnEscape ? props.onClose : null)
  return <Modal {...props} closeOnEscape={false} />
}
