import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type ItemKind, itemKinds, type RowItem } from '#casework/intake-forms/form-definition.ts'
import { Select } from '#ui/select.tsx'
import { BilingualField } from './bilingual-field.tsx'
import classes from './form-editor.module.css'
import { OptionsEditor } from './options-editor.tsx'

interface QuestionFieldsProps {
  item: RowItem
  /** Within a `repeat`, which has no further one in it. */
  isInRow?: boolean
  onChange: (change: Partial<RowItem>) => void
}

/** What every question has: its kind, words, options and marks. */
export function QuestionFields({ item, isInRow = false, onChange }: QuestionFieldsProps) {
  const { t } = useTranslation('form-editor')
  const kinds = itemKinds.filter((kind) => !isInRow || kind !== 'repeat')
  const isNote = item.kind === 'note'
  return (
    <>
      <Select
        label={t('edit.kind')}
        data={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        value={item.kind}
        allowDeselect={false}
        onChange={(kind) => onChange({ kind: kind as ItemKind })}
      />
      <BilingualField
        label={t(isNote ? 'edit.note' : 'edit.question')}
        name="text"
        max={2000}
        texts={item.text}
        onChange={(text) => onChange({ text })}
      />
      <BilingualField
        label={t('edit.help')}
        name="help"
        max={2000}
        texts={item.help}
        onChange={(help) => onChange({ help })}
      />
      {(item.kind === 'choice' || item.kind === 'choices') && (
        <OptionsEditor options={item.options} onChange={(options) => onChange({ options })} />
      )}
      {!isNote && (
        <div className={classes.marks}>
          <Checkbox
            label={t('edit.isRequired')}
            checked={item.isRequired}
            onChange={(event) => onChange({ isRequired: event.currentTarget.checked })}
          />
          <Checkbox
            label={t('edit.isSensitive')}
            description={t('edit.isSensitiveHelp')}
            checked={item.isSensitive}
            onChange={(event) => onChange({ isSensitive: event.currentTarget.checked })}
          />
        </div>
      )}
    </>
  )
}
