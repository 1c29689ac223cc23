import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { emptyForm } from '#casework/intake-forms/form-definition.ts'
import type { IntakeForm } from '#casework/intake-forms/intake-form.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { getForm } from './form-calls.ts'
import classes from './form-editor.module.css'
import { FormEditor } from './form-editor.tsx'
import { FormPreview } from './form-preview.tsx'
import { formTitle } from './form-words.ts'

export const loader = ({ params, request }: LoaderFunctionArgs) => getForm(params.formId ?? '', request.signal)

/** One intake form: its editor, or for those who only use it what it asks. */
export function Screen() {
  const { t, i18n } = useTranslation('form-editor')
  const form = useLoaderData<IntakeForm>()
  const { published } = form
  const definition = published?.definition ?? emptyForm({ en: '', es: '' })
  return (
    <>
      <p className={classes.crumb}>
        <Link to="/admin/intakeForms">{t('form.back')}</Link>
      </p>
      {form.mayChange ? (
        <FormEditor key={form.id} form={form} />
      ) : (
        <>
          <PageHeading
            title={formTitle(definition.title, i18n.language)}
            lead={published && t('heading.inUse', { number: published.number })}
          />
          <p className={classes.soft}>{t('form.readOnly')}</p>
          <FormPreview definition={definition} />
        </>
      )}
    </>
  )
}
