import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formLanguages, type Texts } from '#casework/intake-forms/form-definition.ts'
import classes from './form-editor.module.css'

interface BilingualFieldProps {
  label: string
  /** Of both fields, for tests and links: `text`. */
  name: string
  /** The most characters. */
  max: 200 | 2000
  texts: Texts
  onChange: (texts: Texts) => void
}

/** A text in both languages, side by side. */
export function BilingualField({ label, name, max, texts, onChange }: BilingualFieldProps) {
  const { t } = useTranslation('form-editor')
  return (
    <div className={classes.pair}>
      {formLanguages.map((language) => (
        <Textarea
          key={language}
          name={`${name}.${language}`}
          label={t(`edit.in.${language}`, { label })}
          lang={language}
          minRows={1}
          maxLength={max}
          value={texts[language]}
          onChange={(event) => onChange({ ...texts, [language]: event.currentTarget.value })}
        />
      ))}
    </div>
  )
}
