import { Button, Group, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { emptyForm, type Texts } from '#casework/intake-forms/form-definition.ts'
import type { IntakeForm } from '#casework/intake-forms/intake-form.ts'
import { LastingDialog } from '#ui/lasting-dialog.tsx'
import { differences } from '../form-changes.ts'
import { formTitle } from './form-words.ts'
import type { Draft, DraftState } from './use-form-draft.ts'

interface ConflictDialogProps {
  draft: Draft
  state: DraftState
  newer: IntakeForm
}

/** Somebody else saved the form meanwhile: who, what both changed, and which of the two stays. */
export function ConflictDialog({ draft, state, newer }: ConflictDialogProps) {
  const { t, i18n } = useTranslation('form-editor')
  const theirs = (newer.draft ?? newer.published)?.definition ?? emptyForm({ en: '', es: '' })
  const base = draft.base()
  const name = newer.draft?.changedByName ?? t('conflict.somebody')
  return (
    <LastingDialog title={t('conflict.title')} width={560} onClose={() => undefined}>
      <Stack gap="md">
        <p>{t('conflict.text', { name })}</p>
        <Changes title={t('conflict.theirs', { name })} parts={differences(base, theirs)} language={i18n.language} />
        <Changes title={t('conflict.mine')} parts={differences(base, state.definition)} language={i18n.language} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => draft.settle('theirs')}>
            {t('conflict.takeTheirs')}
          </Button>
          <Button onClick={() => draft.settle('mine')} data-autofocus>
            {t('conflict.keepMine')}
          </Button>
        </Group>
      </Stack>
    </LastingDialog>
  )
}

function Changes({ title, parts, language }: { title: string; parts: Texts[]; language: string }) {
  const { t } = useTranslation('form-editor')
  return (
    <div>
      <strong>{title}</strong>
      <ul>
        {parts.map((texts, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two parts may have the same words
          <li key={at}>{formTitle(texts, language) || t('removed.unnamed')}</li>
        ))}
      </ul>
    </div>
  )
}
