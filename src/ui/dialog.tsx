import { Modal, type ModalProps } from '@mantine/core'
import { useFocusReturn } from './focus-return.ts'

/** A dialog that is on the page only while it is open; the focus returns to what opened it. */
export function Dialog(props: ModalProps) {
  useFocusReturn()
  return <Modal {...props} />
}
