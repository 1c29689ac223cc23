import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { PhoneNumber, phoneText } from '#platform/schema/phone-number.ts'
import { errorText } from '#platform/web/contract-form.ts'
import { maskPhone } from '#platform/web/phone-mask.ts'
import { NumberEntry } from '#ui/number-entry.tsx'
import type { QuestionProps } from './question.ts'
import { useFrame } from './question-frame.tsx'

/** The field of an answer that is typed. */
export function TypedField(props: QuestionProps) {
  const { item } = props
  if (item.kind === 'number' || item.kind === 'money') return <NumberField {...props} />
  if (item.kind === 'phone') return <PhoneField {...props} />
  return <LineField {...props} />
}

function LineField(props: QuestionProps) {
  const { item, path, value, onChange } = props
  const common = {
    ...useFrame(props),
    name: path,
    'aria-required': item.isRequired,
    value: typeof value === 'string' ? value : '',
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange(event.currentTarget.value.trim() ? event.currentTarget.value : null),
  }
  if (item.kind === 'date') return <TextInput {...common} type="date" max="9999-12-31" />
  return <Textarea {...common} minRows={1} maxLength={4000} autoComplete="off" />
}

/** An incomplete number is said when the field is left, not while it is typed. */
function PhoneField(props: QuestionProps) {
  const { item, path, value, error, onChange } = props
  const [isLeft, setLeft] = useState(false)
  const typed = typeof value === 'string' ? value : ''
  const isWrong = isLeft && typed !== '' && !PhoneNumber.safeParse(typed).success
  const frame = useFrame({ ...props, error: error ?? (isWrong ? errorText('phone-format') : undefined) })
  return (
    <TextInput
      {...frame}
      name={path}
      type="tel"
      inputMode="tel"
      autoComplete="off"
      aria-required={item.isRequired}
      placeholder="(###) ###-####"
      maxLength={40}
      value={typed.startsWith('+1') ? phoneText(typed) : typed}
      onChange={(event) => {
        setLeft(false)
        onChange(maskPhone(event.currentTarget.value) || null)
      }}
      onBlur={() => setLeft(true)}
    />
  )
}

function NumberField(props: QuestionProps) {
  const { item, path, value, onChange } = props
  const isMoney = item.kind === 'money'
  return (
    <NumberEntry
      {...useFrame(props)}
      name={path}
      aria-required={item.isRequired}
      {...(isMoney ? { prefix: '$', decimalScale: 2, allowNegative: false } : {})}
      thousandSeparator=","
      min={isMoney ? 0 : -1e9}
      max={1e9}
      value={typeof value === 'number' ? value : null}
      onChange={onChange}
    />
  )
}
