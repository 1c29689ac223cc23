import { Button, MultiSelect } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  households,
  NO_MAXIMUM,
  NO_MINIMUM,
  papers,
  populations,
  type ReadRule,
} from '#directory/eligibility/eligibility.ts'
import { useRuleWords } from '#directory/services/web/service-view-public.tsx'
import type { ContractForm } from '#platform/web/contract-form.ts'
import classes from './editing.module.css'
import { IncomeField } from './income-field.tsx'

interface EligibilityFieldsProps {
  form: ContractForm
  readRules: ReadRule[]
  stateOf: (field: string) => string | undefined
}

const lists = { households, populations, papers } as const
const textOf = { households: 'household', populations: 'population', papers: 'paper' } as const

/** For whom a service is, in a form that a search can compare. */
export function EligibilityFields({ form, readRules, stateOf }: EligibilityFieldsProps) {
  const { t } = useTranslation(['editing', 'services'])
  return (
    <div className={classes.fields}>
      <p className={classes.also}>{t('rules.help')}</p>
      <ReadRules form={form} rules={readRules} />
      <IncomeField form={form} state={stateOf('income')} />
      {(Object.keys(lists) as (keyof typeof lists)[]).map((name) => (
        <MultiSelect
          key={name}
          label={t(`field.${name}`)}
          {...(stateOf(name) ? { description: stateOf(name) } : {})}
          placeholder={
            (form.values[name] as string[]).length ? '' : t(name === 'papers' ? 'rules.choosePaper' : 'rules.choose')
          }
          data={lists[name].map((code) => ({
            value: code,
            label: t(`services:rule.${textOf[name]}.${code}` as never) as string,
          }))}
          value={(form.values[name] || []) as string[]}
          onChange={(codes) => form.set(name, inOrder(lists[name], codes))}
          searchable
          size="md"
          classNames={{ pill: classes.pill ?? '' }}
          checkIconPosition="right"
        />
      ))}
    </div>
  )
}

/** As they are stored; papers, and that there are none, exclude each other: the last choice counts. */
function inOrder(all: readonly string[], codes: string[]) {
  const last = codes.at(-1)
  const kept = codes.filter((code) => (code === 'none') === (last === 'none'))
  return all.filter((code) => kept.includes(code))
}

/** What says that there is no such rule. */
const noRule: Record<ReadRule['field'], unknown> = {
  minimumAge: NO_MINIMUM,
  maximumAge: NO_MAXIMUM,
  income: { percent: null, amounts: [], per: 'year' },
  households: [],
  populations: [],
  papers: [],
}

/** What the program read out of the text; one click confirms it, another one says that it is wrong. */
function ReadRules({ form, rules }: { form: ContractForm; rules: ReadRule[] }) {
  const { t } = useTranslation('editing')
  const ruleText = useRuleWords()
  const open = rules.filter(({ field }) => [null, undefined, ''].includes(form.values[field] as null))
  if (!open.length) return null
  return (
    <section aria-labelledby="read-rules">
      <h3 id="read-rules" className={classes.changeTitle}>
        {t('rules.readTitle')}
      </h3>
      <p className={classes.also}>{t('rules.readHelp')}</p>
      <ul className={classes.chosen}>
        {open.map(({ field, value, because }) => {
          const rule = ruleText({ [field]: value }, field)
          return (
            <li key={field} data-guess>
              <span>{t('rules.from', { rule, words: because })}</span>
              <Button
                variant="default"
                size="sm"
                className={classes.mark ?? ''}
                leftSection={<IconCheck size={18} aria-hidden />}
                aria-label={t('rules.confirmOne', { rule })}
                onClick={() => form.set(field, value)}
              >
                {t('rules.confirm')}
              </Button>
              <Button
                variant="subtle"
                size="sm"
                className={classes.mark ?? ''}
                aria-label={t('rules.wrongOne', { rule })}
                onClick={() => form.set(field, noRule[field])}
              >
                {t('rules.wrong')}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
