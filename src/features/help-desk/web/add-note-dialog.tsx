import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#platform/web/form-dialog.tsx'
import { NoteText } from './answering/note-text.tsx'
import { handlesTickets } from './answering/reader-role.ts'
import { VisibilityChoice } from './answering/visibility-choice.tsx'
import { useRefusal } from './merging/use-refusal.ts'
import { ScreenshotPicker } from './screenshot-picker.tsx'
import { addNote, attachToNote } from './ticket-calls.ts'
import { useScreenshots } from './use-screenshots.ts'

interface Mentioned {
  id: string
  name: string
}
/** Whoever was chosen and is still named in the text. */
const stillNamed = (text: string, mentioned: readonly Mentioned[]) => [
  ...new Set(mentioned.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)),
]

/** A note with at most one screenshot. Sending is possible once; a failure keeps what was written. */
export function AddNoteDialog({ ticketId, onClose }: { ticketId: string; onClose: () => void }) {
  const { t } = useTranslation('help-desk')
  const client = useQueryClient()
  const screenshots = useScreenshots(1)
  const tellRefusal = useRefusal()
  const [noteText, setNoteText] = useState('')
  const [visibility, setVisibility] = useState<'public' | 'internal'>('public')
  const [mentioned, setMentioned] = useState<Mentioned[]>([])
  const field = useRef<HTMLTextAreaElement>(null)
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
      const note =
        made.current ??
        (await addNote(ticketId, { noteText, visibility, mentionedAccountIds: stillNamed(noteText, mentioned) }).catch(
          tellRefusal,
        ))
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
    <FormDialog title={t('note.title')} width={800} isSending={isSending} onSubmit={submit} onClose={onClose}>
      {handlesTickets() && (
        <VisibilityChoice value={visibility} onChange={setVisibility} disabled={isSending || made.current !== null} />
      )}
      <NoteText
        ticketId={ticketId}
        visibility={visibility}
        value={noteText}
        readOnly={isSending}
        error={isEmpty && t('note.empty')}
        field={field}
        onChange={(text) => {
          setNoteText(text)
          setEmpty(false)
        }}
        onMention={(person) => setMentioned((before) => [...before, person])}
      />
      <ScreenshotPicker label={t('screenshot.one')} screenshots={screenshots} isBusy={isSending} />
    </FormDialog>
  )
}
