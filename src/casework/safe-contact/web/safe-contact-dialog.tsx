import { Button, Checkbox, Group, Select, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { weekdayName } from '#platform/schema/clock-words.ts'
import { phoneText } from '#platform/schema/phone-number.ts'
import { ApiError, newerVersion } from '#platform/web/api.ts'
import { configuration } from '#platform/web/configuration.ts'
import { type ContractForm, useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { FormDialog } from '#platform/web/form-dialog.tsx'
import { NewerNotice } from '#platform/web/newer-notice.tsx'
import { notify } from '#platform/web/notify.ts'
import { joinChanges } from '../join-changes.ts'
import { type SafeContact, SafeContactChange, type SafeHours, type SafePhone } from '../safe-contact.ts'
import classes from './safe-contact.module.css'

interface Person {
  email: string | null
  phones: { phoneNumber: string }[]
  safeContact: SafeContact | null
}
type Form = ContractForm<typeof SafeContactChange.shape>

/** Before somebody asks, everything is allowed, and the form begins with that; a number that came later is not safe yet. */
function initialOf({ email: onRecord, phones, safeContact: rules }: Person): SafeContactChange {
  const email = onRecord?.toLowerCase() ?? null
  const numbers = [...new Set(phones.map(({ phoneNumber }) => phoneNumber))]
  return {
    doNotContact: rules?.doNotContact ?? false,
    phones: numbers.map((phoneNumber) => {
      const isFree = rules === null
      const known = rules?.phones.find((phone) => phone.phoneNumber === phoneNumber)
      return known ?? { phoneNumber, mayCall: isFree, mayVoicemail: isFree, mayText: isFree }
    }),
    email,
    mayEmail: email !== null && (rules ? rules.email === email && rules.mayEmail : true),
    mayMail: rules?.mayMail ?? true,
    hours: rules?.hours ?? [],
    timeZone: rules?.timeZone ?? configuration().timeZone,
    hoursNote: rules?.hoursNote ?? '',
    isDiscreet: rules?.isDiscreet ?? false,
    avoid: rules?.avoid ?? '',
    askFor: rules?.askFor ?? '',
    preferredWay: rules?.preferredWay ?? null,
    wantsNotices: rules?.wantsNotices ?? false,
    version: rules?.version ?? 0,
  }
}

interface DialogProps {
  person: Person
  save: (change: SafeContactChange) => Promise<unknown>
  onClose: () => void
}

/** Records how and when a person may be contacted. Only its buttons close it, so that an accidental click loses nothing. */
export function SafeContactDialog({ person, save, onClose }: DialogProps) {
  const { t } = useTranslation(['safe-contact', 'platform'])
  const [newerVersions, setNewerVersions] = useState(0)
  const base = useRef(initialOf(person))
  const form = useContractForm({
    contract: SafeContactChange,
    texts: 'safe-contact',
    initial: base.current,
    onSubmit: async (change) => {
      await save(change)
      notify(t('dialog.saved'))
      onClose()
    },
    onFailure: (error) => {
      const newer = newerVersion<Person>(error)
      if (newer) {
        const theirs = initialOf(newer)
        const joined = joinChanges(base.current, form.values as SafeContactChange, theirs)
        for (const [name, value] of Object.entries(joined)) form.set(name, value)
        base.current = theirs
        return setNewerVersions((count) => count + 1)
      }
      if (!(error instanceof ApiError && error.errors.length)) notify(t('platform:notice.wentWrong'), 'bad')
    },
  })
  const check = (name: 'mayEmail' | 'mayMail', label: string) => (
    <Checkbox
      label={label}
      checked={Boolean(form.values[name])}
      onChange={(event) => form.set(name, event.currentTarget.checked)}
    />
  )
  const email = form.values.email as string | null
  return (
    <FormDialog
      title={t('dialog.title')}
      width={640}
      isSending={form.isSending}
      onSubmit={form.submit}
      onClose={onClose}
    >
      {newerVersions > 0 && <NewerNotice key={newerVersions} title={t('dialog.newer')} />}
      <p className={classes.soft}>{t('dialog.lead')}</p>
      <Field form={form} name="doNotContact" />
      <PhoneChecks form={form} />
      <fieldset className={classes.group}>
        <legend>{t('dialog.writing')}</legend>
        {email && check('mayEmail', t('dialog.mayEmail', { email }))}
        {check('mayMail', t('dialog.mayMail'))}
      </fieldset>
      <HoursFields form={form} />
      <Field form={form} name="hoursNote" />
      <Field form={form} name="isDiscreet" />
      <Field form={form} name="avoid" />
      <Field form={form} name="askFor" />
      <Field form={form} name="preferredWay" />
      <Field form={form} name="wantsNotices" />
      <p className={classes.soft}>{t('dialog.noticesHelp')}</p>
    </FormDialog>
  )
}

const phoneFlags = ['mayCall', 'mayVoicemail', 'mayText'] as const

/** What is safe at each number. */
function PhoneChecks({ form }: { form: Form }) {
  const { t } = useTranslation('safe-contact')
  const phones = form.values.phones as SafePhone[]
  return phones.map((phone, at) => (
    <fieldset key={phone.phoneNumber} className={classes.group}>
      <legend>{phoneText(phone.phoneNumber)}</legend>
      <Group gap={16}>
        {phoneFlags.map((flag) => (
          <Checkbox
            key={flag}
            label={t(`dialog.${flag}`)}
            checked={phone[flag]}
            onChange={({ currentTarget: { checked } }) =>
              form.set(
                'phones',
                phones.map((other, line) => (line === at ? { ...other, [flag]: checked } : other)),
              )
            }
          />
        ))}
      </Group>
    </fieldset>
  ))
}

const week = [1, 2, 3, 4, 5, 6, 7]

/** Days with a beginning and an end, as many as needed. */
function HoursFields({ form }: { form: Form }) {
  const { t, i18n } = useTranslation('safe-contact')
  const hours = form.values.hours as SafeHours[]
  const change = (next: SafeHours[]) => form.set('hours', next)
  const edit = (at: number, part: Partial<SafeHours>) =>
    change(hours.map((one, line) => (line === at ? { ...one, ...part } : one)))
  return (
    <fieldset className={classes.group}>
      <legend>{t('dialog.hours')}</legend>
      <p className={classes.soft}>{t('dialog.hoursHelp')}</p>
      {hours.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; two may have the same hours
        <div key={at} className={classes.hours}>
          <Checkbox.Group
            label={t('dialog.days')}
            error={form.errors[`hours.${at}.days`]}
            value={one.days.map(String)}
            onChange={(chosen) => edit(at, { days: chosen.map(Number).sort() })}
          >
            <Group mt={6} gap={12}>
              {week.map((day) => (
                <Checkbox
                  key={day}
                  data-field={`hours.${at}.days`}
                  value={String(day)}
                  label={weekdayName(day, i18n.language, 'short')}
                />
              ))}
            </Group>
          </Checkbox.Group>
          {(['from', 'to'] as const).map((name) => (
            <TextInput
              key={name}
              type="time"
              name={`hours.${at}.${name}`}
              label={t(`dialog.${name}`)}
              value={one[name]}
              error={form.errors[`hours.${at}.${name}`]}
              onChange={(event) => edit(at, { [name]: event.currentTarget.value })}
            />
          ))}
          <Button variant="subtle" onClick={() => change(hours.filter((_, line) => line !== at))}>
            {t('dialog.removeHours')}
          </Button>
        </div>
      ))}
      {hours.length > 0 && (
        <Select
          name="timeZone"
          label={t('dialog.zone')}
          data={Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
          value={String(form.values.timeZone)}
          error={form.errors.timeZone}
          onChange={(zone) => zone && form.set('timeZone', zone)}
          searchable
          allowDeselect={false}
        />
      )}
      {hours.length < 14 && (
        <Button
          variant="subtle"
          style={{ justifySelf: 'start' }}
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => change([...hours, { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }])}
        >
          {t('dialog.addHours')}
        </Button>
      )}
    </fieldset>
  )
}
