import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { emptyForm } from '#casework/intake-forms/form-definition.ts'
import type { IntakeForm } from '#casework/intake-forms/intake-form.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { getForm } from './form-calls.ts'
import { FormPreview } from './form-preview.tsx'
import { formTitle } from './form-words.ts'

export const loader = ({ params, request }: LoaderFunctionArgs) => getForm(params.formId ?? '', request.signal)

/** One intake form: what it asks, tried out. */
export function Screen() {
  const { t, i18n } = useTranslation('form-editor')
  const { draft, published } = useLoaderData<IntakeForm>()
  const definition = (draft ?? published)?.definition ?? emptyForm({ en: '', es: '' })
  const facts = [
    draft && t('form.draft', { number: draft.number }),
    published && t('form.inUse', { number: published.number }),
  ]
  return (
    <>
      <p>
        <Link to="/admin/intakeForms">{t('form.back')}</Link>
      </p>
      <PageHeading title={formTitle(definition.title, i18n.language)} lead={facts.filter(Boolean).join(' · ')} />
      <FormPreview definition={definition} />
    </>
  )
}
