import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FormOption } from '#casework/intake-forms/form-definition.ts'
import { NumberEntry } from '#ui/number-entry.tsx'
import { moved } from '../form-changes.ts'
import { BilingualField } from './bilingual-field.tsx'
import classes from './form-editor.module.css'
import { newKey } from './form-words.ts'
import { LineButtons } from './line-buttons.tsx'

interface OptionsEditorProps {
  options: FormOption[]
  onChange: (options: FormOption[]) => void
}

/** The options of a question, in both languages, with what each adds to a score. */
export function OptionsEditor({ options, onChange }: OptionsEditorProps) {
  const { t } = useTranslation('form-editor')
  const change = (at: number, part: Partial<FormOption>) =>
    onChange(options.map((option, other) => (other === at ? { ...option, ...part } : option)))
  const fresh = { key: newKey('o'), text: { en: '', es: '' }, code: null, weight: null }
  return (
    <fieldset className={classes.set}>
      <legend>{t('option.title')}</legend>
      {options.map((option, at) => {
        const name = t('option.number', { number: at + 1 })
        return (
          <fieldset key={option.key} className={classes.line} aria-label={name}>
            <BilingualField
              label={name}
              name={`options.${at}`}
              max={200}
              texts={option.text}
              onChange={(text) => change(at, { text })}
            />
            <div className={classes.lineEnd}>
              <NumberEntry
                className={classes.weight ?? ''}
                label={t('option.weight')}
                min={-1000}
                max={1000}
                clampBehavior="strict"
                value={option.weight}
                onChange={(weight) => change(at, { weight })}
              />
              <LineButtons
                name={name}
                isFirst={at === 0}
                isLast={at === options.length - 1}
                onMove={(step) => onChange(moved(options, at, step))}
                onRemove={() => onChange(options.toSpliced(at, 1))}
              />
            </div>
          </fieldset>
        )
      })}
      {options.length < 100 && (
        <Button
          variant="subtle"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => onChange([...options, fresh])}
        >
          {t('option.add')}
        </Button>
      )}
    </fieldset>
  )
}
