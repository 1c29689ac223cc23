import { ActionIcon, Button, MultiSelect, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AnswerTest, FormItem, Predicate } from '#casework/intake-forms/form-definition.ts'
import { operatorsOf } from '#casework/intake-forms/predicate.ts'
import type { Operator } from '#platform/schema/comparison.ts'
import { NumberEntry } from '#ui/number-entry.tsx'
import { Select } from '#ui/select.tsx'
import classes from './form-editor.module.css'
import { formTitle } from './form-words.ts'

const takesList: Operator[] = ['in', 'not-in', 'any-of', 'none-of', 'subset-of']
const MOST_TESTS = 20

/** The value with which a comparison begins. */
function firstValue({ kind }: FormItem, operator: Operator): AnswerTest['value'] {
  if (operator === 'answered' || kind === 'yes-no') return true
  return takesList.includes(operator) ? [] : ''
}

/** A comparison with a question, as it begins. */
export function firstTest(item: FormItem): AnswerTest {
  const operator = operatorsOf[item.kind].find((each) => each !== 'answered') ?? 'answered'
  return { item: item.key, operator, value: firstValue(item, operator) }
}

interface ConditionEditorProps {
  label: string
  /** What holds without a condition. */
  always: string
  predicate: Predicate | null
  /** The questions that it may name: only earlier ones, so there is no cycle. */
  earlier: FormItem[]
  onChange: (predicate: Predicate | null) => void
}

/** When something applies: always, or if earlier answers are such and such. */
export function ConditionEditor({ label, always, predicate, earlier, onChange }: ConditionEditorProps) {
  const { t } = useTranslation('form-editor')
  const [first] = earlier.toReversed()
  const add = () => {
    if (first) onChange({ match: predicate?.match ?? 'all', tests: [...(predicate?.tests ?? []), firstTest(first)] })
  }
  const setTests = (tests: AnswerTest[]) => onChange(predicate && tests.length ? { ...predicate, tests } : null)
  return (
    <fieldset className={classes.set}>
      <legend>{label}</legend>
      {!predicate && <p className={classes.soft}>{always}</p>}
      {predicate && predicate.tests.length > 1 && (
        <Select
          aria-label={t('condition.match')}
          data={(['all', 'any'] as const).map((value) => ({ value, label: t(`condition.${value}`) }))}
          value={predicate.match}
          allowDeselect={false}
          onChange={(match) => onChange({ ...predicate, match: match === 'any' ? 'any' : 'all' })}
        />
      )}
      {predicate?.tests.map((test, at) => (
        <TestLine
          // biome-ignore lint/suspicious/noArrayIndexKey: a test is its place; two may be the same
          key={at}
          test={test}
          number={at + 1}
          earlier={earlier}
          onChange={(next) => setTests(predicate.tests.with(at, next))}
          onRemove={() => setTests(predicate.tests.toSpliced(at, 1))}
        />
      ))}
      {first && (predicate?.tests.length ?? 0) < MOST_TESTS && (
        <Button variant="subtle" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
          {t('condition.add')}
        </Button>
      )}
    </fieldset>
  )
}

interface TestLineProps {
  test: AnswerTest
  number: number
  earlier: FormItem[]
  onChange: (test: AnswerTest) => void
  onRemove: () => void
}

function TestLine({ test, number, earlier, onChange, onRemove }: TestLineProps) {
  const { t, i18n } = useTranslation('form-editor')
  const item = earlier.find(({ key }) => key === test.item)
  const known = earlier.map((each) => ({ value: each.key, label: formTitle(each.text, i18n.language) || each.key }))
  return (
    <fieldset className={classes.test} aria-label={t('condition.number', { number })}>
      <Select
        aria-label={t('condition.question')}
        data={item ? known : [...known, { value: test.item, label: t('condition.gone'), disabled: true }]}
        value={test.item}
        allowDeselect={false}
        error={!item}
        onChange={(key) => {
          const next = earlier.find((each) => each.key === key)
          if (next) onChange(firstTest(next))
        }}
      />
      {item && (
        <>
          <Select
            aria-label={t('condition.operator')}
            data={operatorsOf[item.kind].map((value) => ({ value, label: t(`operator.${value}`) }))}
            value={operatorsOf[item.kind].includes(test.operator) ? test.operator : null}
            allowDeselect={false}
            error={!operatorsOf[item.kind].includes(test.operator)}
            onChange={(next) => {
              const operator = next as Operator
              const isSame = takesList.includes(operator) === takesList.includes(test.operator)
              const keeps = isSame && operator !== 'answered' && test.operator !== 'answered'
              onChange({ ...test, operator, value: keeps ? test.value : firstValue(item, operator) })
            }}
          />
          <ValueField item={item} test={test} onChange={(value) => onChange({ ...test, value })} />
        </>
      )}
      <ActionIcon variant="subtle" size={44} aria-label={t('condition.remove', { number })} onClick={onRemove}>
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
    </fieldset>
  )
}

interface ValueFieldProps {
  item: FormItem
  test: AnswerTest
  onChange: (value: AnswerTest['value']) => void
}

function ValueField({ item, test, onChange }: ValueFieldProps) {
  const { t, i18n } = useTranslation('form-editor')
  const label = { 'aria-label': t('condition.value') }
  const { operator, value } = test
  const options = item.options.map(({ key, text }) => ({ value: key, label: formTitle(text, i18n.language) || key }))
  if (operator === 'answered' || item.kind === 'yes-no')
    return (
      <Select
        {...label}
        data={(['yes', 'no'] as const).map((each) => ({ value: each, label: t(`condition.${each}`) }))}
        value={value === false ? 'no' : 'yes'}
        allowDeselect={false}
        onChange={(next) => onChange(next === 'yes')}
      />
    )
  if (takesList.includes(operator))
    return <MultiSelect {...label} data={options} value={Array.isArray(value) ? value : []} onChange={onChange} />
  if (item.kind === 'choice')
    return (
      <Select
        {...label}
        data={options}
        value={typeof value === 'string' && value ? value : null}
        placeholder={t('condition.choose')}
        allowDeselect={false}
        onChange={(next) => onChange(next ?? '')}
      />
    )
  if (operator.startsWith('age-') || item.kind === 'number' || item.kind === 'money')
    return (
      <NumberEntry
        {...label}
        value={typeof value === 'number' ? value : null}
        onChange={(next) => onChange(next ?? '')}
      />
    )
  return (
    <TextInput
      {...label}
      type={item.kind === 'date' ? 'date' : 'text'}
      maxLength={500}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
