import type { ReactNode } from 'react'
import classes from './form-fields.module.css'
import type { QuestionProps } from './question.ts'
import { useFrame } from './question-frame.tsx'

/** The frame of a question with several fields. */
export function GroupFrame({ children, ...props }: QuestionProps & { children: ReactNode }) {
  const { id, label, description, error, withAsterisk } = useFrame(props)
  const described = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset className={classes.set} data-field={props.path} tabIndex={-1} aria-describedby={described || undefined}>
      <legend>
        {label}
        {withAsterisk && (
          <span className={classes.asterisk} aria-hidden>
            {' *'}
          </span>
        )}
      </legend>
      {description && (
        <div id={`${id}-description`} className={classes.setHelp}>
          {description}
        </div>
      )}
      {children}
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
