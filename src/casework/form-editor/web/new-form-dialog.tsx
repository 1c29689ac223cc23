import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { FormSummary } from '#casework/intake-forms/intake-form.ts'
import { notify } from '#platform/web/notify.ts'
import { Dialog } from '#ui/dialog.tsx'
import { createForm } from './form-calls.ts'
import { formTitle } from './form-words.ts'
import { ScopeField, scopesOf } from './scope-field.tsx'

/** Names a new form, or the copy of one, and opens it. */
export function NewFormDialog({ copied, onClose }: { copied: FormSummary | null; onClose: () => void }) {
  const { t, i18n } = useTranslation(['form-editor', 'platform'])
  const navigate = useNavigate()
  const [title, setTitle] = useState({ en: '', es: '' })
  const [scope, setScope] = useState(scopesOf()[0] ?? 'organization')
  const [error, setError] = useState<string>()
  const create = useMutation({
    mutationFn: () => createForm({ title, scope, ...(copied ? { copyOf: copied.id } : {}) }),
    onSuccess: ({ id }) => navigate(`/admin/intakeForms/${id}`),
    onError: () => notify(t('platform:notice.wentWrong'), 'bad'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!title.en.trim()) return setError(t('platform:form.required'))
    if (!create.isPending) create.mutate()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      size="md"
      title={copied ? t('new.copyTitle', { title: formTitle(copied.title, i18n.language) }) : t('new.title')}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('new.titleEn')}
            withAsterisk
            aria-required
            data-autofocus
            maxLength={200}
            value={title.en}
            error={error}
            onChange={(event) => {
              setError(undefined)
              setTitle({ ...title, en: event.currentTarget.value })
            }}
          />
          <TextInput
            label={t('new.titleEs')}
            description={t('new.titleEsHelp')}
            maxLength={200}
            value={title.es}
            onChange={(event) => setTitle({ ...title, es: event.currentTarget.value })}
          />
          <ScopeField scope={scope} onChange={setScope} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={create.isPending}>
              {t('platform:form.cancel')}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {t('new.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
