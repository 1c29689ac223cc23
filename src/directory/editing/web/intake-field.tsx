import { NumberInput, TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { intakeStatuses } from '#directory/services/directory-rows.ts'
import {
  DAYS_HELD,
  dayAfter,
  MOST_DAYS_HELD,
  plainIntake,
  type ServiceIntake,
} from '#directory/services/service-intake.ts'
import { today } from '#directory/services/web/service-view-public.tsx'
import type { ContractForm } from '#platform/web/contract-form.ts'
import { Select } from '#ui/select.tsx'
import classes from './editing.module.css'

const UNSAID = 'unsaid'
/** The two fields are on one line, however long their hints are. */
const hintBelow = {
  size: 'md',
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
} satisfies Partial<TextInputProps>

/** Whether the service takes new people, with what belongs to each answer, and until when that is sure. */
export function IntakeField({ form, state }: { form: ContractForm; state: string | undefined }) {
  const { t } = useTranslation('editing')
  const intake = (form.values.intake || null) as ServiceIntake | null
  const isPaused = intake?.status === 'paused'
  const set = (next: ServiceIntake | null) => form.set('intake', next && plainIntake(next))
  const choose = (status: string | null) => {
    if (!status || status === UNSAID) return set(null)
    const { until: day = '', ...kept } = intake ?? { perWeek: null, waitWeeks: null }
    const isSameDay = day && isPaused === (status === 'paused')
    // How long a pause lasts is never guessed, and says nothing about how long another answer is sure.
    const until = isSameDay ? day : status === 'paused' ? '' : dayAfter(today(), DAYS_HELD)
    set({ ...kept, until, status: status as ServiceIntake['status'] })
  }
  const number = (name: 'perWeek' | 'waitWeeks', most: number) => (
    <NumberInput
      {...hintBelow}
      name={`intake.${name}`}
      label={t(`intake.${name}`)}
      description={t('intake.unknown')}
      min={1}
      max={most}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      value={intake?.[name] ?? ''}
      error={form.errors[`intake.${name}`]}
      onChange={(value) => intake && set({ ...intake, [name]: value === '' ? null : Number(value) })}
    />
  )
  return (
    <div className={classes.fields}>
      <Select
        label={t('intake.status')}
        {...(state ? { description: state } : {})}
        data={[UNSAID, ...intakeStatuses].map((value) => ({ value, label: t(`intake.choice.${value}`) }))}
        value={intake?.status ?? UNSAID}
        onChange={choose}
        allowDeselect={false}
      />
      {intake && (
        <div className={classes.pair}>
          {intake.status === 'limited' && number('perWeek', 9999)}
          {intake.status === 'waitlist' && number('waitWeeks', 520)}
          <TextInput
            {...hintBelow}
            type="date"
            name="intake.until"
            label={t(isPaused ? 'intake.pausedUntil' : 'intake.until')}
            description={t('intake.untilHelp')}
            required
            min={today()}
            max={dayAfter(today(), MOST_DAYS_HELD)}
            value={intake.until}
            error={form.errors['intake.until']}
            onChange={(event) => set({ ...intake, until: event.currentTarget.value })}
          />
        </div>
      )}
    </div>
  )
}
