import { TextInput } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { AddressAnswer } from '../answer-value.ts'
import classes from './form-fields.module.css'
import { GroupFrame } from './group-frame.tsx'
import type { QuestionProps } from './question.ts'

const empty: AddressAnswer = { street: '', city: '', state: '', postalCode: '' }
const parts = [
  { name: 'street', max: 200 },
  { name: 'city', max: 100 },
  { name: 'state', max: 50 },
  { name: 'postalCode', max: 20 },
] as const

/** An address, as far as it is known. */
export function AddressField(props: QuestionProps) {
  const { path, idPrefix, value, onChange } = props
  const { t } = useTranslation('intake-forms')
  const id = useId()
  const address: AddressAnswer = { ...empty, ...(value as Partial<AddressAnswer> | null | undefined) }
  const change = (next: AddressAnswer) => onChange(Object.values(next).some((part) => part.trim()) ? next : null)
  return (
    <GroupFrame {...props}>
      <div className={classes.address}>
        {parts.map(({ name, max }) => (
          <TextInput
            key={name}
            id={`${idPrefix}${id}${name}`}
            name={`${path}.${name}`}
            className={classes[name] ?? ''}
            label={t(`field.${name}`)}
            maxLength={max}
            autoComplete="off"
            value={address[name]}
            onChange={(event) => change({ ...address, [name]: event.currentTarget.value })}
          />
        ))}
      </div>
    </GroupFrame>
  )
}
