import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { phoneTypes } from '#directory/services/directory-rows.ts'
import type { ServicePhone } from '#directory/services/service-document.ts'
import { phoneText } from '#platform/schema/phone-number.ts'
import classes from './editing.module.css'
import { useLineFocus } from './line-focus.ts'

/** The most that a service may have. */
const MOST = 20

/** Whether something is said of a number. */
export const isFilled = ({ number, description }: ServicePhone) => Boolean(number.trim() || description?.trim())

interface PhonesFieldProps {
  phones: ServicePhone[]
  /** Where they are in the form. */
  path?: string
  state: string | undefined
  /** Said if there is no number. */
  none?: string
  /** By path: `phones.0.number`. */
  errors: Record<string, string>
  onChange: (phones: ServicePhone[]) => void
}

/** The listing's own telephone numbers. */
export function PhonesField({ phones, path = 'phones', state, none, errors, onChange }: PhonesFieldProps) {
  const { t } = useTranslation(['editing', 'services'])
  const { list, toLine, toAdd } = useLineFocus()
  const edit = (line: number, part: Partial<ServicePhone>) =>
    onChange(phones.map((phone, at) => (at === line ? { ...phone, ...part } : phone)))
  return (
    <fieldset ref={list} className={classes.hours}>
      <legend>{t('field.phones')}</legend>
      {state && <p className={classes.state}>{state}</p>}
      {none && phones.length === 0 && <p className={classes.also}>{none}</p>}
      {phones.map((phone, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; two may hold the same number
        <div key={line} className={classes.phone} data-line={line}>
          <TextInput
            type="tel"
            inputMode="tel"
            autoComplete="off"
            name={`${path}.${line}.number`}
            label={t('phones.number')}
            maxLength={60}
            value={phone.number}
            error={errors[`${path}.${line}.number`]}
            onChange={(event) => edit(line, { number: event.currentTarget.value })}
          />
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            name={`${path}.${line}.extension`}
            label={t('phones.extension')}
            maxLength={20}
            value={phone.extension ?? ''}
            onChange={(event) => edit(line, { extension: event.currentTarget.value.trim() || null })}
          />
          <NativeSelect
            label={t('phones.kind')}
            value={phone.type}
            onChange={(event) => edit(line, { type: event.currentTarget.value as ServicePhone['type'] })}
            data={phoneTypes.map((type) => ({ value: type, label: t(`services:phoneType.${type}`) }))}
          />
          <TextInput
            label={t('phones.description')}
            maxLength={500}
            value={phone.description ?? ''}
            onChange={(event) => edit(line, { description: event.currentTarget.value || null })}
          />
          <ActionIcon
            className={classes.remove ?? ''}
            variant="subtle"
            size={44}
            aria-label={t('phones.remove', { number: phoneText(phone.number) || line + 1 })}
            onClick={() => {
              onChange(phones.filter((_, at) => at !== line))
              toAdd()
            }}
          >
            <IconTrash size={20} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {phones.length < MOST && (
        <div>
          <Button
            data-add
            variant="subtle"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => {
              onChange([...phones, { number: '', extension: null, type: 'voice', description: null }])
              toLine(phones.length)
            }}
          >
            {t('phones.add')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
