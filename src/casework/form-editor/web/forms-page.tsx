import { Button } from '@mantine/core'
import { IconArchive, IconCheck, IconForms, IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { FormList, FormSummary } from '#casework/intake-forms/intake-form.ts'
import { formAdminRoles } from '#casework/intake-forms/intake-form-policy.ts'
import { currentUser } from '#platform/web/guards.ts'
import { NoAccessScreen } from '#platform/web/no-access-screen.tsx'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { StatusChip } from '#ui/status-chip.tsx'
import { listForms } from './form-calls.ts'
import classes from './form-editor.module.css'
import { formTitle } from './form-words.ts'
import { ImportDialog } from './import-dialog.tsx'
import { NewFormDialog } from './new-form-dialog.tsx'

export async function loader({ request }: LoaderFunctionArgs): Promise<FormList> {
  if (!userHasRole(await currentUser(), ...formAdminRoles)) return { items: [], nextCursor: null }
  return listForms(request.signal)
}

/** The intake forms of the network and of the reader's organization, for those who build forms. */
export function Screen() {
  const { t } = useTranslation('form-editor')
  const { items } = useLoaderData<FormList>()
  const [isImporting, setImporting] = useState(false)
  const [copied, setCopied] = useState<FormSummary | 'none' | null>(null)
  if (!userHasRole(knownUser(), ...formAdminRoles)) return <NoAccessScreen title={t('list.title')} />
  const bring = (
    <Button variant="default" onClick={() => setImporting(true)}>
      {t('list.import')}
    </Button>
  )
  const add = (
    <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setCopied('none')}>
      {t('list.add')}
    </Button>
  )
  return (
    <>
      <PageHeading
        title={t('list.title')}
        lead={t('list.lead')}
        action={
          <>
            {items.length > 0 && add}
            {bring}
          </>
        }
      />
      {items.length === 0 ? (
        <EmptyState icon={<IconForms aria-hidden />} title={t('list.empty')} action={add}>
          {t('list.emptyText')}
        </EmptyState>
      ) : (
        <ul className={classes.list}>
          {items.map((form) => (
            <Entry key={form.id} form={form} onCopy={() => setCopied(form)} />
          ))}
        </ul>
      )}
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
      {copied && <NewFormDialog copied={copied === 'none' ? null : copied} onClose={() => setCopied(null)} />}
    </>
  )
}

function Entry({ form, onCopy }: { form: FormSummary; onCopy: () => void }) {
  const { t, i18n } = useTranslation('form-editor')
  const title = formTitle(form.title, i18n.language)
  const owner = form.organizationId === null ? t('list.network') : (knownUser()?.organizationName ?? '')
  return (
    <li className={classes.item}>
      <div className={classes.facts}>
        <Link to={`/admin/intakeForms/${form.id}`}>{title}</Link>
        <p className={classes.soft}>
          {owner} · {t('list.questions', { count: form.questionCount })}
        </p>
      </div>
      <div className={classes.states}>
        {form.archivedOn && (
          <StatusChip tone="stone" icon={<IconArchive aria-hidden />}>
            {t('list.archived')}
          </StatusChip>
        )}
        {form.publishedNumber !== null && !form.archivedOn && (
          <StatusChip tone="leaf" icon={<IconCheck aria-hidden />}>
            {t('list.inUse', { number: form.publishedNumber })}
          </StatusChip>
        )}
        {form.hasDraft && (
          <StatusChip tone="amber" icon={<IconPencil aria-hidden />}>
            {t('list.draft')}
          </StatusChip>
        )}
      </div>
      {form.publishedNumber !== null && (
        <Button variant="subtle" aria-label={t('list.copyOf', { title })} onClick={onCopy}>
          {t('list.copy')}
        </Button>
      )}
    </li>
  )
}
