import { Button, FileInput, Group, Stack } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { QuestionnaireAnswer } from '#casework/fhir-questionnaires/questionnaire.ts'
import { ApiError } from '#platform/web/api.ts'
import { errorText } from '#platform/web/contract-form.ts'
import { Dialog } from '#ui/dialog.tsx'
import { importQuestionnaire } from './form-calls.ts'
import classes from './form-editor.module.css'
import { ScopeField, scopesOf } from './scope-field.tsx'

/** Makes a form from a FHIR Questionnaire, and lists what the form does not ask or check. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['form-editor', 'platform'])
  const navigate = useNavigate()
  const [file, setFile] = useState<File | null>(null)
  const [scope, setScope] = useState(scopesOf()[0] ?? 'organization')
  const [error, setError] = useState<string>()
  const [done, setDone] = useState<QuestionnaireAnswer | null>(null)
  const open = (id: string) => navigate(`/admin/intakeForms/${id}`)
  const send = useMutation({
    mutationFn: async (chosen: File) => importQuestionnaire(scope, JSON.parse(await chosen.text())),
    onSuccess: (answer) => (answer.ignored.length ? setDone(answer) : open(answer.form.id)),
    onError: (failure) => {
      const message = failure instanceof ApiError ? failure.errors[0]?.message : 'not-a-questionnaire'
      setError(message ? errorText(message, 'form-editor') : t('platform:notice.wentWrong'))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!file) return setError(t('platform:form.required'))
    if (!send.isPending) send.mutate(file)
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title={t('import.title')}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      {done ? (
        <Stack gap="md">
          <p role="status">{t('import.ignored', { count: done.ignored.length })}</p>
          <ul className={classes.record}>
            {done.ignored.map(({ linkId, text, what }) => (
              <li key={`${linkId} ${what}`}>
                {text || linkId}: <code>{what}</code>
              </li>
            ))}
          </ul>
          <Group justify="flex-end">
            <Button onClick={() => open(done.form.id)}>{t('import.open')}</Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <p className={classes.soft}>{t('import.lead')}</p>
            <FileInput
              label={t('import.file')}
              placeholder={t('import.choose')}
              leftSection={<IconUpload size={18} aria-hidden />}
              accept=".json,application/json,application/fhir+json"
              required
              value={file}
              error={error}
              onChange={(next) => {
                setError(undefined)
                setFile(next)
              }}
            />
            <ScopeField scope={scope} onChange={setScope} />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {t('platform:form.cancel')}
              </Button>
              <Button type="submit" loading={send.isPending}>
                {t('import.submit')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  )
}
