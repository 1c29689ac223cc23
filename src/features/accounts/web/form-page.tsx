import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import classes from './form-page.module.css'

interface FormPageProps {
  title: string
  lead?: ReactNode
  onSubmit: (event: FormEvent) => void
  submitLabel: string
  isSending: boolean
  cancel?: ReactNode
  children: ReactNode
}

/** A centred card with one short form; brings its own main landmark. */
export const FormPage = ({ title, lead, onSubmit, submitLabel, isSending, cancel, children }: FormPageProps) => (
  <main id="content" className={classes.page}>
    <div className={classes.card}>
      <h1 tabIndex={-1}>{title}</h1>
      {lead && <p className={classes.lead}>{lead}</p>}
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        {children}
        <div className={classes.actions}>
          {cancel}
          <Button type="submit" loading={isSending}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </div>
  </main>
)
