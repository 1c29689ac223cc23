import type { FormLanguage, RowItem } from '../form-definition.ts'

/** What a field needs to ask one question. */
export interface QuestionProps {
  item: RowItem
  /** Of the field: the key of the question, with its row before it within a `repeat`: `children.0.name`. */
  path: string
  idPrefix: string
  value: unknown
  language: FormLanguage
  error: string | undefined
  onChange: (value: unknown) => void
}
