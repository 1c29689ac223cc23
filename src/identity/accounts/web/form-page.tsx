import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { CardPage } from './card-page.tsx'
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

/** A centered card with one short form. */
export const FormPage = ({ title, lead, onSubmit, submitLabel, isSending, cancel, children }: FormPageProps) => (
  <CardPage title={title} lead={lead}>
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      {children}
      <div className={classes.actions}>
        {cancel}
        <Button type="submit" loading={isSending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  </CardPage>
)
