import { Button, Group, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { ApiError } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { randomUuid } from '#platform/web/random-uuid.ts'
import { useTyped } from '#platform/web/use-typed.ts'
import { Dialog } from '#ui/dialog.tsx'
import { NewCorrection, type OwnRecord } from '../own-record.ts'
import { OwnActsContext } from './own-acts.ts'

/** Asks the organization to correct something in the record. */
export function CorrectionDialog({ record, onClose }: { record: OwnRecord; onClose: () => void }) {
  const { t } = useTranslation(['own-record', 'platform'])
  const acts = use(OwnActsContext)
  const [id] = useState(randomUuid)
  const [text, setText, forget] = useTyped('correction')
  const [error, setError] = useState<string | null>(null)
  const close = () => {
    forget()
    onClose()
  }
  const asking = useMutation({
    mutationFn: () => acts.askCorrection(record.contactId, { id, text }),
    onSuccess: () => {
      notify(t('correction.sent'))
      close()
    },
    onError: (failed) =>
      setError(t(failed instanceof ApiError && failed.status === 429 ? 'correction.tooMany' : 'correction.failed')),
  })
  const organization = shownName(record.organizationName)
  return (
    <Dialog
      opened
      onClose={close}
      closeOnEscape={text === ''}
      closeOnClickOutside={text === ''}
      title={t('correction.ask')}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (NewCorrection.safeParse({ id, text }).success) asking.mutate()
          else setError(t('correction.missing'))
        }}
      >
        <p>{t('correction.lead', { organization })}</p>
        <Textarea
          label={t('correction.text')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={error}
          maxLength={2000}
          minRows={4}
          autosize
          required
          data-autofocus
        />
        <Group mt="md" justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('platform:form.cancel')}
          </Button>
          <Button type="submit" loading={asking.isPending}>
            {t('correction.send')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
