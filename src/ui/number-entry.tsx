import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'

const meant = (typed: string | number) =>
  typed === '' || typed === '-' || Number.isNaN(Number(typed)) ? null : Number(typed)

interface NumberEntryProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  value: number | null
  onChange: (value: number | null) => void
}

/** A field for a number that somebody else keeps: what is typed stays, also `1.` on the way to 1.5. */
export function NumberEntry({ value, onChange, ...props }: NumberEntryProps) {
  const [typed, setTyped] = useState<string | number>(value ?? '')
  return (
    <NumberInput
      hideControls
      inputMode="decimal"
      {...props}
      value={meant(typed) === value ? typed : (value ?? '')}
      onChange={(next) => {
        setTyped(next)
        if (meant(next) !== value) onChange(meant(next))
      }}
    />
  )
}
