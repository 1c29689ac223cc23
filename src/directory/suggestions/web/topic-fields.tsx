import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { HoursGrid } from '#directory/editing/web/editing-public.tsx'
import type { ServiceDetail } from '#directory/services/service-detail.ts'
import type { WeekHours } from '#directory/services/week-hours.ts'
import { phoneText } from '#platform/schema/phone-number.ts'
import { Field } from '#platform/web/field.tsx'
import type { Correctable } from '../suggestion.ts'
import { ContactCorrection } from './contact-correction.tsx'
import classes from './suggestions.module.css'
import { addressesOf, addressInputs, type Correction, numbersOf } from './use-correction.ts'

interface TopicFieldsProps {
  correction: Correction
  service: ServiceDetail
  correctable: Correctable
}

/** The fields of one topic, filled in with what the directory says now. */
export function TopicFields({ correction, service, correctable }: TopicFieldsProps) {
  const { t } = useTranslation('suggestions')
  const { form, topic } = correction
  return (
    <>
      {topic === 'hours' && <HoursFields correction={correction} correctable={correctable} />}
      {topic === 'phone' && <PhoneFields correction={correction} service={service} />}
      {topic === 'contact' && <ContactCorrection correction={correction} correctable={correctable} />}
      {topic === 'address' && <AddressFields correction={correction} service={service} />}
      {(topic === 'eligibility' || topic === 'application') && (
        <Field form={form} name="text" description={t('form.textHelp')} />
      )}
      {topic === 'other' && <Field form={form} name="text" description={t('form.otherHelp')} />}
      {topic === 'closed' && <p className={classes.soft}>{t('form.closedHelp')}</p>}
      <Field form={form} name="note" description={t('form.noteHelp')} />
    </>
  )
}

function HoursFields({ correction: { form }, correctable }: Pick<TopicFieldsProps, 'correction' | 'correctable'>) {
  const { t } = useTranslation('suggestions')
  const { hours } = correctable
  const shown = hours.find(({ key }) => key === form.values.key)
  const placeName = (name: string | null) => name ?? t('form.unnamedPlace')
  return (
    <>
      {hours.length > 1 && (
        <NativeSelect
          label={t('form.place')}
          data={hours.map(({ key, placeName: name }) => ({ value: key, label: placeName(name) }))}
          value={String(form.values.key)}
          onChange={(event) => {
            const next = hours.find(({ key }) => key === event.currentTarget.value)
            form.set('key', next?.key)
            form.set('week', next?.week)
          }}
        />
      )}
      <HoursGrid
        name="week"
        label={t('form.hours')}
        state={undefined}
        hours={form.values.week as WeekHours}
        specialDays={shown?.specialDays ?? []}
        errors={{}}
        onChange={(week) => form.set('week', week)}
      />
      {form.errors.week && (
        <p className={classes.error} role="alert">
          {form.errors.week}
        </p>
      )}
    </>
  )
}

function PhoneFields({ correction: { form }, service }: Pick<TopicFieldsProps, 'correction' | 'service'>) {
  const { t } = useTranslation('suggestions')
  const numbers = numbersOf(service)
  return (
    <div className={classes.pair}>
      {numbers.length > 0 && (
        <NativeSelect
          label={t('form.number')}
          data={[
            ...numbers.map((number) => ({ value: number, label: phoneText(number) })),
            { value: '', label: t('form.numberMissing') },
          ]}
          value={String(form.values.number)}
          onChange={(event) => form.set('number', event.currentTarget.value)}
        />
      )}
      <TextInput
        name="becomes"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={60}
        label={t('form.becomes')}
        {...(form.values.number ? { description: t('form.becomesHelp') } : { withAsterisk: true })}
        value={String(form.values.becomes)}
        error={form.errors.becomes}
        onChange={(event) => form.set('becomes', event.currentTarget.value)}
      />
    </div>
  )
}

function AddressFields({ correction: { form }, service }: Pick<TopicFieldsProps, 'correction' | 'service'>) {
  const { t } = useTranslation('suggestions')
  const places = addressesOf(service)
  return (
    <>
      {places.length > 1 && (
        <NativeSelect
          label={t('form.place')}
          data={places.map(({ id, name, addresses }) => ({
            value: id,
            label: name ?? addresses[0]?.address1 ?? t('form.unnamedPlace'),
          }))}
          value={String(form.values.locationId)}
          onChange={(event) => {
            const inputs = addressInputs(service, event.currentTarget.value)
            for (const [name, value] of Object.entries(inputs)) form.set(name, value)
          }}
        />
      )}
      <Field form={form} name="address1" autoComplete="off" />
      <Field form={form} name="address2" autoComplete="off" />
      <Field form={form} name="city" autoComplete="off" />
      <div className={classes.pair}>
        <Field form={form} name="stateProvince" autoComplete="off" />
        <Field form={form} name="postalCode" autoComplete="off" />
      </div>
    </>
  )
}
