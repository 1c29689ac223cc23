import { ActionIcon, Button, Radio, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { phoneKinds } from '#identity/people/contact.ts'
import type { ContractForm } from '#platform/web/contract-form.ts'
import { maskPhone } from '#platform/web/phone-mask.ts'
import { Select } from '#ui/select.tsx'
import type { PhoneEntry } from '../contact-record.ts'
import classes from './contacts.module.css'
import { emptyPhone, type PersonForm, placeOf } from './person-form.ts'
import { useLabel } from './use-label.ts'

/** Telephone numbers; one of them is the primary one. */
export function PhonesField({ form }: { form: ContractForm<typeof PersonForm.shape> }) {
  const { t } = useTranslation('clients')
  const label = useLabel()
  const group = useId()
  const phones = form.values.phones as PhoneEntry[]
  const change = (next: PhoneEntry[]) => form.set('phones', next)
  const edit = (line: number, part: Partial<PhoneEntry>) =>
    change(phones.map((phone, at) => (at === line ? { ...phone, ...part } : phone)))
  const remove = (line: number) => {
    const rest = phones.filter((_, at) => at !== line)
    change(rest.some((p) => p.isPrimary) ? rest : rest.map((phone, at) => ({ ...phone, isPrimary: at === 0 })))
  }
  return (
    <fieldset className={`${classes.phones} ${classes.whole}`}>
      <legend>{label('Phone numbers')}</legend>
      {phones.map((phone, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; two may hold the same number
        <div key={line} className={classes.phone}>
          <TextInput
            type="tel"
            inputMode="tel"
            autoComplete="off"
            name={`phones.${placeOf(phones, line)}.phoneNumber`}
            label={label('Phone Number')}
            placeholder="(###) ###-####"
            value={phone.phoneNumber}
            error={phone.phoneNumber && form.errors[`phones.${placeOf(phones, line)}.phoneNumber`]}
            onChange={(event) => edit(line, { phoneNumber: maskPhone(event.currentTarget.value) })}
          />
          <Select
            label={label('Kind')}
            data={phoneKinds.map((kind) => ({ value: kind, label: t(`choices.kind.${kind}`) }))}
            value={phone.kind}
            allowDeselect={false}
            onChange={(kind) => kind && edit(line, { kind: kind as PhoneEntry['kind'] })}
          />
          {phones.length > 1 && (
            <>
              <Radio
                className={classes.primary ?? ''}
                size="md"
                iconColor="var(--hl-on-hearth)"
                name={group}
                label={t('form.primary')}
                checked={phone.isPrimary}
                onChange={() => change(phones.map((p, at) => ({ ...p, isPrimary: at === line })))}
              />
              <ActionIcon
                className={classes.remove ?? ''}
                variant="subtle"
                size={44}
                aria-label={t('form.removePhone', { number: phone.phoneNumber || line + 1 })}
                onClick={() => remove(line)}
              >
                <IconTrash size={20} aria-hidden="true" />
              </ActionIcon>
            </>
          )}
        </div>
      ))}
      {form.errors.phones && <p className={classes.error}>{form.errors.phones}</p>}
      {phones.length < 10 && (
        <div>
          <Button
            variant="subtle"
            leftSection={<IconPlus size={18} aria-hidden="true" />}
            onClick={() => change([...phones, emptyPhone(phones.length === 0)])}
          >
            {t('form.addPhone')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
