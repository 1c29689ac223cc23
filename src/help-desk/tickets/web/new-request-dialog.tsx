import { ActionIcon, Stack } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#platform/web/field.tsx'
import { FormButtons } from '#platform/web/form-dialog.tsx'
import { useDraftReading } from '#platform/web/use-draft-reading.ts'
import { LastingDialog } from '#ui/lasting-dialog.tsx'
import { typedFields } from '../support-request.ts'
import { AlreadyFiled } from './filing/already-filed.tsx'
import { DraftNote } from './filing/draft-note.tsx'
import { SimilarTicketLink, SimilarTicketList } from './filing/similar-ticket-list.tsx'
import { REQUEST_DRAFT, type RequestDraft, useNewRequest } from './filing/use-new-request.ts'
import { ScreenshotPicker } from './screenshot-picker.tsx'
import classes from './ticket-dialogs.module.css'
import { TicketTypesDialog } from './ticket-types-dialog.tsx'

interface Props {
  onClose: () => void
  /** Opens a ticket above this dialog. */
  onView: (id: string) => void
}

/**
 * A dialog that only its own buttons close, so that an accidental click loses nothing; the input survives a failed save
 * and a closed tab.
 */
export function NewRequestDialog({ onClose, onView }: Props) {
  const { t } = useTranslation('tickets')
  const { isRead, draft, round, startOver } = useDraftReading<RequestDraft>(REQUEST_DRAFT)
  // The dialog focuses its first field, so it opens only once the field has loaded.
  if (!isRead) return null
  return (
    <LastingDialog title={t('new.title')} width={1000} onClose={onClose}>
      <RequestForm
        key={round}
        draft={draft?.value ?? null}
        draftOf={draft?.savedOn ?? null}
        onStartOver={startOver}
        onClose={onClose}
        onView={onView}
      />
    </LastingDialog>
  )
}

interface FormProps extends Props {
  draft: RequestDraft | null
  draftOf: number | null
  onStartOver: () => void
}

function RequestForm(props: FormProps) {
  const { draftOf, onStartOver, onClose, onView } = props
  const { t } = useTranslation('tickets')
  const [isHelpOpen, setHelpOpen] = useState(false)
  const { form, screenshots, earlier, forgetDraft, addToEarlier, fileAnew } = useNewRequest(props)
  return (
    <>
      <form onSubmit={form.submit} noValidate>
        <Stack gap="md">
          {draftOf !== null && (
            <DraftNote
              savedOn={draftOf}
              isBusy={form.isSending}
              onStartOver={async () => {
                await forgetDraft()
                onStartOver()
              }}
            />
          )}
          <div className={classes.pair}>
            <div className={classes.typeField}>
              <Field form={form} name="supportRequestType" />
              <ActionIcon variant="subtle" size={44} aria-label={t('types.open')} onClick={() => setHelpOpen(true)}>
                <IconHelpCircle size={24} aria-hidden />
              </ActionIcon>
            </div>
            <Field form={form} name="priority" />
          </div>
          <Field form={form} name="clearedCache" description={t('new.cacheHelp')} required />
          <ScreenshotPicker label={t('screenshot.many')} screenshots={screenshots} isBusy={form.isSending} />
          <Field form={form} name="description" description={t('new.descriptionHelp')} />
          <SimilarTicketList text={String(form.values.description)} onView={onView} />
          {typedFields.map(({ name }) => name !== 'description' && <Field key={name} form={form} name={name} />)}
          <Field form={form} name="receiveEmailUpdates" label={t('new.updates')} />
          {earlier && <AlreadyFiled ticket={earlier} onAdd={() => addToEarlier(earlier)} onFileAnew={fileAnew} />}
          <FormButtons
            isSending={form.isSending}
            onCancel={onClose}
            lead={<SimilarTicketLink text={String(form.values.description)} />}
          />
        </Stack>
      </form>
      {isHelpOpen && <TicketTypesDialog onClose={() => setHelpOpen(false)} />}
    </>
  )
}
