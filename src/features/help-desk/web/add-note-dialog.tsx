import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenshotPicker } from './screenshot-picker.tsx'
import { addNote, attachToNote } from './ticket-calls.ts'
import { usePhone } from './use-phone.ts'
import { useScreenshots } from './use-screenshots.ts'

const MOST_CHARACTERS = 5000

/** A note with at most one screenshot. Sending is possible once; a failure keeps what was written. */
export function AddNoteDialog({ ticketId, onClose }: { ticketId: string; onClose: () => void }) {
  const { t } = useTranslation(['help-desk', 'platform'])
  const client = useQueryClient()
  const screenshots = useScreenshots(1)
  const [noteText, setNoteText] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const [isSending, setSending] = useState(false)
  const sending = useRef(false)
  // Attaching may fail after the note was made; the next try goes on with it instead of making another.
  const made = useRef<{ id: string } | null>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending.current) return
    const isBlank = noteText.trim() === '' && screenshots.chosen.length === 0
    setEmpty(isBlank)
    if (isBlank) return
    sending.current = true
    setSending(true)
    try {
      const fileIds = await screenshots.upload()
      const note = made.current ?? (await addNote(ticketId, noteText))
      made.current = note
      await screenshots.attach(fileIds, (fileId) => attachToNote(note.id, fileId))
      await client.invalidateQueries({ queryKey: ['supportRequest'] })
      onClose()
    } catch {
      // The call has told it; what was written stays.
    } finally {
      sending.current = false
      setSending(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('note.title')}
      size="calc(800px)"
      fullScreen={usePhone()}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Textarea
            label={t('note.text')}
            value={noteText}
            maxLength={MOST_CHARACTERS}
            readOnly={isSending}
            error={isEmpty && t('note.empty')}
            onChange={(event) => {
              setNoteText(event.currentTarget.value)
              setEmpty(false)
            }}
          />
          <ScreenshotPicker label={t('screenshot.one')} screenshots={screenshots} isBusy={isSending} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isSending}>
              {t('platform:form.cancel')}
            </Button>
            <Button type="submit" loading={isSending}>
              {t('platform:form.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
