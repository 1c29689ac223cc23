import { Checkbox, MultiSelect, NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askedPapers, type SaidFacts } from '#directory/eligibility/person-facts.ts'
import { Select } from '#ui/select.tsx'
import classes from './person-facts.module.css'

export type SaidFactName = keyof SaidFacts

interface FactFieldProps<Name extends SaidFactName = SaidFactName> {
  name: Name
  /** What is on record, or was answered since; undefined or null: not known. */
  value: unknown
  onChange: (value: unknown) => void
  error: string | undefined
}

/** The question for one fact. */
export function FactField(props: FactFieldProps) {
  const { t } = useTranslation('person-facts')
  const { name, value, onChange, error } = props
  if (name === 'income') return <IncomeField {...props} />
  if (name === 'childrenAges') return <ChildrenField {...props} />
  if (name === 'papers') return <PapersField {...props} />
  if (name === 'householdSize')
    return (
      <NumberInput
        name={name}
        label={t(`fact.${name}`)}
        min={1}
        max={30}
        allowDecimal={false}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => onChange(next === '' ? null : Number(next))}
        error={error}
      />
    )
  return (
    <Select
      name={name}
      label={t(`fact.${name}`)}
      placeholder={t('answer.unknown')}
      data={[
        { value: 'yes', label: t('answer.yes') },
        { value: 'no', label: t('answer.no') },
      ]}
      value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : null}
      onChange={(next) => onChange(next === null ? null : next === 'yes')}
      error={error}
      clearable
    />
  )
}

function IncomeField({ name, value, onChange, error }: FactFieldProps) {
  const { t } = useTranslation('person-facts')
  const income = value as SaidFacts['income'] | null
  const [per, setPer] = useState<string>(income?.per ?? 'month')
  const amount = income?.amount ?? ''
  return (
    <div className={classes.pair}>
      <NumberInput
        name={name}
        label={t(`fact.${name}`)}
        prefix="$"
        thousandSeparator=","
        min={0}
        decimalScale={2}
        value={amount}
        onChange={(next) => onChange(next === '' ? null : { amount: Number(next), per })}
        error={error}
      />
      <Select
        label={t('form.per')}
        data={(['week', 'month', 'year'] as const).map((each) => ({ value: each, label: t(`form.${each}`) }))}
        value={per}
        onChange={(next) => {
          setPer(next ?? 'month')
          if (income) onChange({ ...income, per: next ?? 'month' })
        }}
        allowDeselect={false}
      />
    </div>
  )
}

/** As typed; what cannot be read stays as it is, to be refused. */
function agesOf(typed: string) {
  const text = typed.trim()
  if (!text) return null
  return /^\d{1,2}(\s*,\s*\d{1,2})*$/.test(text) ? text.split(',').map(Number) : text
}

function ChildrenField({ name, value, onChange, error }: FactFieldProps) {
  const { t } = useTranslation('person-facts')
  const [text, setText] = useState(Array.isArray(value) ? value.join(', ') : '')
  const hasNone = Array.isArray(value) && value.length === 0
  return (
    <div>
      <TextInput
        name={name}
        label={t(`fact.${name}`)}
        description={t('form.agesHint')}
        value={hasNone ? '' : text}
        disabled={hasNone}
        maxLength={80}
        onChange={(event) => {
          const typed = event.currentTarget.value
          setText(typed)
          onChange(agesOf(typed))
        }}
        error={error}
      />
      <Checkbox
        mt={6}
        label={t('form.noChildren')}
        checked={hasNone}
        onChange={(event) => onChange(event.currentTarget.checked ? [] : agesOf(text))}
      />
    </div>
  )
}

function PapersField({ name, value, onChange, error }: FactFieldProps) {
  const { t } = useTranslation('person-facts')
  const papers = Array.isArray(value) ? (value as string[]) : []
  const hasNone = Array.isArray(value) && papers.length === 0
  return (
    <div>
      <MultiSelect
        name={name}
        label={t(`fact.${name}`)}
        data={askedPapers.map((paper) => ({ value: paper, label: t(`paper.${paper}`) }))}
        value={papers}
        disabled={hasNone}
        onChange={(next) => onChange(next.length ? next : null)}
        error={error}
      />
      <Checkbox
        mt={6}
        label={t('form.noPapers')}
        checked={hasNone}
        onChange={(event) => onChange(event.currentTarget.checked ? [] : null)}
      />
    </div>
  )
}
