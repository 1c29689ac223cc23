import { Modal, type ModalProps } from '@mantine/core'
import { type ComponentProps, type SyntheticEvent, useState } from 'react'
import { useEscape } from './escape.ts'
import { useFocusReturn } from './focus-return.ts'

interface DialogProps extends ModalProps {
  /** False where input is only searched for, or saved at once. */
  losesInput?: boolean
}

/** An option of a list is chosen by a click, which causes no event of input. */
const isChoice = ({ target }: SyntheticEvent) => target instanceof Element && target.closest('[role=option]') !== null

/**
 * A dialog that is mounted only while open; the focus returns to what opened it. Escape closes only the topmost one.
 * Once something was entered, neither Escape nor a click beside the dialog closes it.
 */
export function Dialog({ closeOnEscape = true, closeOnClickOutside = true, losesInput = true, ...props }: DialogProps) {
  const [hasInput, setHasInput] = useState(false)
  const keepsOpen = hasInput && losesInput
  useFocusReturn()
  useEscape(closeOnEscape && !keepsOpen ? props.onClose : null)
  const watch: ComponentProps<'div'> = {
    onInputCapture: () => setHasInput(true),
    onChangeCapture: () => setHasInput(true),
    onClickCapture: (event) => isChoice(event) && setHasInput(true),
  }
  return <Modal {...props} {...watch} closeOnEscape={false} closeOnClickOutside={closeOnClickOutside && !keepsOpen} />
}
