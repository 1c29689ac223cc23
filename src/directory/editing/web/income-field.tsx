import { NativeSelect, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type IncomeRule, MOST_PEOPLE } from '#directory/eligibility/eligibility.ts'
import type { ContractForm } from '#platform/web/contract-form.ts'
import { Select } from '#ui/select.tsx'
import classes from './editing.module.css'

const kinds = ['unsaid', 'none', 'percent', 'amounts'] as const
type Kind = (typeof kinds)[number]
const nothing: IncomeRule = { percent: null, amounts: [], per: 'year' }

function kindOf(income: IncomeRule | null): Kind {
  if (!income) return 'unsaid'
  return income.percent !== null ? 'percent' : income.amounts.length ? 'amounts' : 'none'
}

/** The most income: nothing said, no limit, a share of the federal poverty level, or amounts by size of household. */
export function IncomeField({ form, state }: { form: ContractForm; state: string | undefined }) {
  const { t } = useTranslation('editing')
  const income = (form.values.income || null) as IncomeRule | null
  // What was chosen before a number is typed.
  const [chosen, setChosen] = useState<Kind | null>(null)
  const stored = kindOf(income)
  const kind = stored === 'none' && chosen ? chosen : stored
  const set = (next: IncomeRule | null) => form.set('income', next)
  const choose = (next: string | null) => {
    setChosen(next as Kind)
    set(next === 'unsaid' ? null : { ...nothing, per: income?.per ?? 'year' })
  }
  const setAmount = (at: number, value: string | number) => {
    const amounts = [...(income?.amounts ?? [])]
    if (value === '') amounts.splice(at)
    else amounts[at] = Number(value)
    set({ ...(income ?? nothing), percent: null, amounts })
  }
  const amounts = income?.amounts ?? []
  return (
    <div className={classes.fields}>
      <Select
        label={t('rules.incomeIs')}
        {...(state ? { description: state } : {})}
        data={kinds.map((value) => ({ value, label: t(`rules.income.${value}`) }))}
        value={kind}
        onChange={choose}
        allowDeselect={false}
      />
      {kind === 'percent' && (
        <NumberInput
          name="income.percent"
          label={t('rules.percent')}
          min={1}
          max={1000}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          suffix=" %"
          value={income?.percent ?? ''}
          error={form.errors['income.percent']}
          onChange={(value) => set({ ...(income ?? nothing), percent: value === '' ? null : Number(value) })}
        />
      )}
      {kind === 'amounts' && (
        <>
          <NativeSelect
            label={t('rules.per')}
            value={income?.per ?? 'year'}
            onChange={(event) => set({ ...(income ?? nothing), per: event.currentTarget.value as IncomeRule['per'] })}
            data={[
              { value: 'year', label: t('rules.perYear') },
              { value: 'month', label: t('rules.perMonth') },
            ]}
          />
          <p className={classes.also}>{t('rules.amountsHelp')}</p>
          <div className={classes.pair}>
            {Array.from({ length: Math.min(amounts.length + 1, MOST_PEOPLE) }, (_, at) => (
              <NumberInput
                // biome-ignore lint/suspicious/noArrayIndexKey: the size of the household
                key={at}
                name={`income.amounts.${at}`}
                label={t('rules.amount', { count: at + 1 })}
                min={1}
                max={10_000_000}
                clampBehavior="strict"
                allowDecimal={false}
                allowNegative={false}
                thousandSeparator=","
                prefix="$"
                value={amounts[at] ?? ''}
                error={form.errors[`income.amounts.${at}`]}
                onChange={(value) => setAmount(at, value)}
              />
            ))}
          </div>
        </>
      )}
    </div>
  )
}
