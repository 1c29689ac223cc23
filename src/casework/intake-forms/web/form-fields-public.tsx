import { useTranslation } from 'react-i18next'
import { errorText } from '#platform/web/contract-form.ts'
import type { Answers } from '../answer-value.ts'
import { evaluateForm } from '../evaluate-form.ts'
import type { FormDefinition, FormLanguage } from '../form-definition.ts'
import { AnswerField } from './answer-field.tsx'
import classes from './form-fields.module.css'
import { RowsField } from './rows-field.tsx'

export { Said } from './said.tsx'

interface FormFieldsProps {
  definition: FormDefinition
  /** The key of the page. */
  page: string
  answers: Answers
  /** Of the form; the portal's own words keep the reader's. */
  language: FormLanguage
  /** As `2026-11-23`. */
  today: string
  /** By the key of the question, or `children.0.name` within rows: a key of the texts' messages, or the text itself. */
  errors: Readonly<Record<string, string>>
  /**
   * A changed answer, as it is typed: an incomplete telephone number is not an answer yet, which `answerSchema` says.
   * Null: no answer.
   */
  onAnswer: (itemKey: string, value: unknown) => void
  /** Tells the fields of two forms on one screen apart. */
  idPrefix?: string
}

/** The questions of one page that are shown for these answers. Texts: `intake-forms`. */
export function FormFields(props: FormFieldsProps) {
  const { definition, page, answers, language, today, errors, onAnswer, idPrefix = 'answer-' } = props
  useTranslation('intake-forms')
  const { shown } = evaluateForm(definition, answers, today)
  const items = definition.pages.find(({ key }) => key === page)?.items ?? []
  const errorOf = (path: string) => {
    const message = errors[path]
    return message === undefined ? undefined : errorText(message, 'intake-forms')
  }
  return (
    <div className={classes.fields}>
      {items
        .filter(({ key }) => shown.includes(key))
        .map((item) => {
          const common = {
            path: item.key,
            idPrefix,
            value: answers[item.key],
            language,
            error: errorOf(item.key),
            onChange: (value: unknown) => onAnswer(item.key, value),
          }
          return item.kind === 'repeat' ? (
            <RowsField key={item.key} item={item} {...common} errorOf={errorOf} />
          ) : (
            <AnswerField key={item.key} item={item} {...common} />
          )
        })}
    </div>
  )
}
