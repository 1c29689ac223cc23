import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_ROWS } from '../answer-value.ts'
import type { FormItem, FormLanguage } from '../form-definition.ts'
import { AnswerField } from './answer-field.tsx'
import classes from './form-fields.module.css'
import { GroupFrame } from './group-frame.tsx'
import type { QuestionProps } from './question.ts'
import { saidIn } from './said.tsx'

type Row = Record<string, unknown>

interface RowsFieldProps extends QuestionProps {
  item: FormItem
  errorOf: (path: string) => string | undefined
}

/** The same questions once for each, for example for each child. */
export function RowsField(props: RowsFieldProps) {
  const { item, path, value, onChange } = props
  const { t } = useTranslation('intake-forms')
  const list = useRef<HTMLUListElement>(null)
  const rows = Array.isArray(value) ? (value as Row[]) : []
  const change = (next: Row[]) => onChange(next.length ? next : null)
  const add = () => {
    change([...rows, {}])
    requestAnimationFrame(() => list.current?.lastElementChild?.querySelector<HTMLElement>('input, textarea')?.focus())
  }
  return (
    <GroupFrame {...props}>
      {rows.length > 0 && (
        <ul className={classes.rows} ref={list}>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; two may hold the same answers
            <li key={at} className={classes.row} aria-label={t('field.row', { number: at + 1 })}>
              <RowFields
                {...props}
                rowPath={`${path}.${at}`}
                row={row}
                onRow={(next) => change(rows.map((each, other) => (other === at ? next : each)))}
              />
              <Button
                variant="subtle"
                className={classes.remove ?? ''}
                leftSection={<IconTrash size={18} aria-hidden />}
                aria-label={t('field.removeRow', { number: at + 1, question: titleOf(item, props.language) })}
                onClick={() => change(rows.filter((_, other) => other !== at))}
              >
                {t('field.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {rows.length < MOST_ROWS && (
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          aria-label={t('field.addRow', { question: titleOf(item, props.language) })}
          onClick={add}
        >
          {t('field.add')}
        </Button>
      )}
    </GroupFrame>
  )
}

const titleOf = (item: FormItem, language: FormLanguage) => saidIn(item.text, language)?.text ?? ''

interface RowFieldsProps extends RowsFieldProps {
  rowPath: string
  row: Row
  onRow: (row: Row) => void
}

function RowFields({ item, rowPath, row, onRow, language, idPrefix, errorOf }: RowFieldsProps) {
  const answer = (key: string, value: unknown) =>
    onRow(Object.fromEntries(Object.entries({ ...row, [key]: value }).filter(([, each]) => each !== null)))
  return item.items.map((question) => (
    <AnswerField
      key={question.key}
      item={question}
      path={`${rowPath}.${question.key}`}
      idPrefix={idPrefix}
      value={row[question.key]}
      language={language}
      error={errorOf(`${rowPath}.${question.key}`)}
      onChange={(value) => answer(question.key, value)}
    />
  ))
}
