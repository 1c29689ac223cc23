import { NativeSelect, NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type IncomeRule, MOST_PEOPLE } from '#directory/eligibility/eligibility.ts'
import type { ContractForm } from '#platform/web/contract-form.ts'
import { Select } from '#ui/select.tsx'
import classes from './editing.module.css'

const kinds = ['unsaid', 'none', 'percent', 'amounts'] as const
type Kind = (typeof kinds)[number]

/** A rule while it is typed. Empty: the share was chosen and is not typed yet. Null: no amount for this size. */
interface TypedIncome {
  percent: number | '' | null
  amounts: (number | null)[]
  per: IncomeRule['per']
}
/** What each kind begins with. */
const beginnings: Record<Exclude<Kind, 'unsaid'>, TypedIncome> = {
  none: { percent: null, amounts: [], per: 'year' },
  percent: { percent: '', amounts: [], per: 'year' },
  amounts: { percent: null, amounts: [null], per: 'year' },
}

function kindOf(income: TypedIncome | null): Kind {
  if (!income) return 'unsaid'
  return income.percent !== null ? 'percent' : income.amounts.length ? 'amounts' : 'none'
}

/** The fields of the rule that are still empty. */
export function emptyIncomeFields(value: unknown) {
  const income = (value || null) as TypedIncome | null
  if (!income) return []
  const gaps = income.amounts.flatMap((amount, at) => (amount === null ? [`income.amounts.${at}`] : []))
  return income.percent === '' ? ['income.percent', ...gaps] : gaps
}

/** One amount changed; those of larger households stay. */
function withAmount(amounts: TypedIncome['amounts'], at: number, value: string | number) {
  const next = amounts.with(at, value === '' ? null : Number(value))
  const last = next.findLastIndex((amount) => amount !== null)
  return last < 0 ? beginnings.amounts.amounts : next.slice(0, last + 1)
}

/** The most income: nothing said, no limit, a share of the federal poverty level, or amounts by size of household. */
export function IncomeField({ form, state }: { form: ContractForm; state: string | undefined }) {
  const { t } = useTranslation('editing')
  const income = (form.values.income || null) as TypedIncome | null
  const kind = kindOf(income)
  const { percent, amounts, per } = income ?? beginnings.none
  const set = (next: TypedIncome | null) => form.set('income', next)
  const choose = (next: string | null) => {
    const chosen = next as Kind
    if (chosen !== kind) set(chosen === 'unsaid' ? null : { ...beginnings[chosen], per })
  }
  const setAmount = (at: number, value: string | number) =>
    set({ percent: null, amounts: withAmount([...amounts, null], at, value), per })
  const isEmpty = amounts.at(-1) === null
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
          value={percent ?? ''}
          error={form.errors['income.percent']}
          onChange={(value) => set({ ...beginnings.percent, percent: value === '' ? '' : Number(value), per })}
        />
      )}
      {kind === 'amounts' && (
        <>
          <NativeSelect
            label={t('rules.per')}
            value={per}
            onChange={(event) => set({ percent: null, amounts, per: event.currentTarget.value as IncomeRule['per'] })}
            data={[
              { value: 'year', label: t('rules.perYear') },
              { value: 'month', label: t('rules.perMonth') },
            ]}
          />
          <p className={classes.also}>{t('rules.amountsHelp')}</p>
          <div className={classes.pair}>
            {Array.from({ length: Math.min(amounts.length + (isEmpty ? 0 : 1), MOST_PEOPLE) }, (_, at) => (
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
