import { Button, Checkbox, Radio } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { yesNo } from '../answer-value.ts'
import classes from './form-fields.module.css'
import type { QuestionProps } from './question.ts'
import { useFrame } from './question-frame.tsx'
import { Said } from './said.tsx'

const option = {
  root: classes.option ?? '',
  body: classes.optionBody ?? '',
  labelWrapper: classes.optionWords ?? '',
  label: classes.optionLabel ?? '',
}

/** One of several options, or yes or no. */
export function OneField(props: QuestionProps) {
  const { item, path, value, language, onChange } = props
  const { t } = useTranslation('intake-forms')
  const options =
    item.kind === 'yes-no'
      ? yesNo.map(({ value: answer, text }) => ({ key: String(answer), text, answer }))
      : item.options.map(({ key, text }) => ({ key, text, answer: key }))
  const chosen = options.find(({ answer }) => answer === value)
  return (
    <div data-field={path} tabIndex={-1} className={classes.group}>
      <Radio.Group
        {...useFrame(props)}
        size="md"
        value={chosen?.key ?? null}
        onChange={(next) => onChange(options.find(({ key }) => key === next)?.answer ?? null)}
      >
        <div className={classes.options}>
          {options.map(({ key, text }) => (
            <Radio
              key={key}
              value={key}
              label={<Said texts={text} language={language} />}
              iconColor="var(--hl-on-hearth)"
              classNames={option}
            />
          ))}
        </div>
      </Radio.Group>
      {chosen && !item.isRequired && (
        <Button
          variant="subtle"
          size="sm"
          className={classes.clear ?? ''}
          leftSection={<IconX size={16} aria-hidden />}
          onClick={() => onChange(null)}
        >
          {t('field.clear')}
        </Button>
      )}
    </div>
  )
}

/** Several options. */
export function SeveralField(props: QuestionProps) {
  const { item, path, value, language, onChange } = props
  const chosen = Array.isArray(value) ? (value as string[]) : []
  return (
    <div data-field={path} tabIndex={-1} className={classes.group}>
      <Checkbox.Group
        {...useFrame(props)}
        size="md"
        value={chosen}
        onChange={(next) => onChange(next.length ? next : null)}
      >
        <div className={classes.options}>
          {item.options.map(({ key, text }) => (
            <Checkbox
              key={key}
              value={key}
              label={<Said texts={text} language={language} />}
              iconColor="var(--hl-on-hearth)"
              classNames={option}
            />
          ))}
        </div>
      </Checkbox.Group>
    </div>
  )
}
