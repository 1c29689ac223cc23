import { ActionIcon, Button, NumberInput, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CostLine } from '#directory/services/service-document.ts'
import classes from './editing.module.css'
import { useLineFocus } from './line-focus.ts'

export interface LinesProps<Line> {
  lines: Line[]
  state: string | undefined
  /** By path, as `costOptions.0.amount`. */
  errors: Record<string, string>
  onChange: (lines: Line[]) => void
}

interface ListProps<Line> extends LinesProps<Line> {
  legend: string
  help: string
  add: string
  fresh: () => Line
  /** What the button says that removes a line. */
  removeOf: (line: Line, at: number) => string
  children: (line: Line, at: number, edit: (next: Line) => void) => ReactNode
}

/** A list whose lines are added, edited and removed. */
export function LinesField<Line>(props: ListProps<Line>) {
  const { lines, state, legend, help, add, fresh, removeOf, onChange, children } = props
  const { list, toLine, toAdd } = useLineFocus()
  return (
    <fieldset ref={list} className={classes.hours}>
      <legend>{legend}</legend>
      <p className={classes.also}>{[state, help].filter(Boolean).join(' · ')}</p>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; two may hold the same words
        <div key={at} className={classes.line} data-line={at}>
          <div className={classes.lineFields}>
            {children(line, at, (next) => onChange(lines.map((one, n) => (n === at ? next : one))))}
          </div>
          <ActionIcon
            className={classes.remove ?? ''}
            variant="subtle"
            size={44}
            aria-label={removeOf(line, at)}
            onClick={() => {
              onChange(lines.filter((_, n) => n !== at))
              toAdd()
            }}
          >
            <IconTrash size={20} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          data-add
          variant="subtle"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => {
            onChange([...lines, fresh()])
            toLine(lines.length)
          }}
        >
          {add}
        </Button>
      </div>
    </fieldset>
  )
}

/** What people must bring. */
export function DocumentsField(props: LinesProps<string>) {
  const { t } = useTranslation('editing')
  return (
    <LinesField
      {...props}
      legend={t('field.requiredDocuments')}
      help={t('documents.help')}
      add={t('documents.add')}
      fresh={() => ''}
      removeOf={(document, at) => t('documents.remove', { document: document || at + 1 })}
    >
      {(document, at, edit) => (
        <TextInput
          name={`requiredDocuments.${at}`}
          label={t('documents.document')}
          maxLength={2000}
          value={document}
          error={props.errors[`requiredDocuments.${at}`]}
          onChange={(event) => edit(event.currentTarget.value)}
        />
      )}
    </LinesField>
  )
}

/** What a service costs, by what it is for. */
export function CostsField(props: LinesProps<CostLine>) {
  const { t } = useTranslation('editing')
  return (
    <LinesField
      {...props}
      legend={t('field.costOptions')}
      help={t('costs.help')}
      add={t('costs.add')}
      fresh={() => ({ option: null, amount: null, currency: null, amountDescription: null })}
      removeOf={({ option }, at) => t('costs.remove', { price: option || at + 1 })}
    >
      {(line, at, edit) => (
        <>
          <TextInput
            name={`costOptions.${at}.option`}
            label={t('costs.option')}
            maxLength={500}
            value={line.option ?? ''}
            error={props.errors[`costOptions.${at}.option`]}
            onChange={(event) => edit({ ...line, option: event.currentTarget.value || null })}
          />
          <NumberInput
            name={`costOptions.${at}.amount`}
            label={
              line.currency && line.currency.toUpperCase() !== 'USD'
                ? `${t('costs.amount')} (${line.currency})`
                : t('costs.amount')
            }
            min={0}
            max={1_000_000}
            decimalScale={2}
            allowNegative={false}
            value={line.amount ?? ''}
            error={props.errors[`costOptions.${at}.amount`]}
            onChange={(value) => edit({ ...line, amount: value === '' ? null : Number(value) })}
          />
          <TextInput
            label={t('costs.description')}
            maxLength={2000}
            value={line.amountDescription ?? ''}
            onChange={(event) => edit({ ...line, amountDescription: event.currentTarget.value || null })}
          />
        </>
      )}
    </LinesField>
  )
}
