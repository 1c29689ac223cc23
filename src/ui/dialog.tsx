import { Modal, type ModalProps } from '@mantine/core'
import { useEscape } from './escape.ts'
import { useFocusReturn } from './focus-return.ts'

/**
 * A dialog that is mounted only while open; the focus returns to what opened it. Escape closes only the topmost one.
 */
export function Dialog({ closeOnEscape = true, ...props }: ModalProps) {
  useFocusReturn()
  useEscape(closeOnEscape ? props.onClose : null)
  return <Modal {...props} closeOnEscape={false} />
}
