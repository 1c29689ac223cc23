import {
  type ComboboxItem,
  getOptionsLockup,
  getParsedComboboxData,
  Select as MantineSelect,
  type SelectProps,
} from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'

/** Letters typed within this time belong together. */
const PAUSE_MS = 700

const beginsWith = (label: string, text: string) =>
  label.slice(0, text.length).localeCompare(text, undefined, { sensitivity: 'base' }) === 0

/**
 * The next option that starts with what was typed. Repeating one letter cycles through all options that start with it.
 */
function findOption(options: ComboboxItem[], value: string | null | undefined, typed: string) {
  const isOneLetter = [...typed].every((letter) => letter === typed[0])
  const text = isOneLetter ? (typed[0] ?? '') : typed
  const chosen = options.findIndex((option) => option.value === value)
  const from = isOneLetter ? chosen + 1 : Math.max(chosen, 0)
  const inOrder = [...options.slice(from), ...options.slice(0, from)]
  return inOrder.find(({ label, disabled }) => !disabled && beginsWith(label, text))
}

/** The library's select, with type-ahead while the list is closed, as in native selects. */
export function Select({ onKeyDown, ...props }: SelectProps) {
  const typed = useRef({ text: '', at: Number.NEGATIVE_INFINITY })
  const selectByLetter = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)
    const isLetter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
    const isOpen = event.currentTarget.getAttribute('aria-expanded') === 'true'
    if (!isLetter || isOpen || props.searchable || props.disabled || props.readOnly) return
    const isGoingOn = event.timeStamp - typed.current.at < PAUSE_MS
    typed.current = { text: `${isGoingOn ? typed.current.text : ''}${event.key}`, at: event.timeStamp }
    const options = Object.values(getOptionsLockup(getParsedComboboxData(props.data ?? []))) as ComboboxItem[]
    const found = findOption(options, props.value, typed.current.text)
    if (found && found.value !== props.value) props.onChange?.(found.value, found)
  }
  // To the browser every select is read-only; one that is has no arrow.
  const fixed = props.readOnly ? { 'data-fixed': true, rightSection: <span /> } : {}
  return <MantineSelect {...props} {...fixed} onKeyDown={selectByLetter} />
}
