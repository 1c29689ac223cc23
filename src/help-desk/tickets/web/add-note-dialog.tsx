import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#platform/web/form-dialog.tsx'
import { randomUuid } from '#platform/web/random-uuid.ts'
import { useSavedDraft } from '#platform/web/use-draft-keeper.ts'
import { useDraftReading } from '#platform/web/use-draft-reading.ts'
import { NoteText } from './answering/note-text.tsx'
import { handlesTickets } from './answering/reader-role.ts'
import { plainMentions } from './answering/typed-token.ts'
import { VisibilityChoice } from './answering/visibility-choice.tsx'
import { DraftNote } from './filing/draft-note.tsx'
import { useRefusal } from './merging/use-refusal.ts'
import { ScreenshotPicker } from './screenshot-picker.tsx'
import { addNote, attachToNote } from './ticket-calls.ts'
import classes from './ticket-dialogs.module.css'
import { type SavedScreenshot, useScreenshots } from './use-screenshots.ts'

interface Mentioned {
  id: string
  name: string
}
/** The selected people whose names are still in the text. */
const stillNamed = (text: string, mentioned: readonly Mentioned[]) => [
  ...new Set(mentioned.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)),
]

/** The draft of a note. `madeId` is the ID of a note that was saved while its screenshot was not. */
interface NoteDraft {
  noteText: string
  visibility: 'public' | 'internal'
  mentioned: Mentioned[]
  screenshots: SavedScreenshot[]
  madeId: string | null
  /** the idempotency key of the note */
  noteKey?: string
}

interface Props {
  ticketId: string
  /** whether the ticket is closed and the note reopens it */
  reopens: boolean
  onClose: () => void
}

/** A note with at most one screenshot. Cancel only closes it: the draft is restored the next time. */
export function AddNoteDialog(props: Props) {
  const name = `note:${props.ticketId}`
  const { isRead, draft, round, startOver } = useDraftReading<NoteDraft>(name)
  // The dialog focuses its text field, so it opens only once the text has loaded.
  if (!isRead) return null
  return (
    <NoteForm
      key={round}
      {...props}
      name={name}
      draft={draft?.value ?? null}
      draftOf={draft?.savedOn ?? null}
      onStartOver={startOver}
    />
  )
}

interface FormProps extends Props {
  name: string
  draft: NoteDraft | null
  draftOf: number | null
  onStartOver: () => void
}

/** Can be sent only once; the draft survives a failure or a closed tab. */
function NoteForm({ ticketId, reopens, name, draft, draftOf, onStartOver, onClose }: FormProps) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  const screenshots = useScreenshots(1, draft?.screenshots)
  const showRefusal = useRefusal()
  const [noteKey] = useState(() => draft?.noteKey ?? randomUuid())
  const [noteText, setNoteText] = useState(draft?.noteText ?? '')
  const [visibility, setVisibility] = useState<'public' | 'internal'>(draft?.visibility ?? 'public')
  const [mentioned, setMentioned] = useState<Mentioned[]>(draft?.mentioned ?? [])
  const field = useRef<HTMLTextAreaElement>(null)
  const [isEmpty, setEmpty] = useState(false)
  const [warned, setWarned] = useState('')
  const [isSending, setSending] = useState(false)
  const sending = useRef(false)
  // If attaching fails after the note was created, the next try continues with it instead of creating another.
  const [madeId, setMadeId] = useState(draft?.madeId ?? null)
  const kept = useMemo((): NoteDraft | null => {
    if (noteText.trim() === '' && screenshots.chosen.length === 0) return null
    const files = screenshots.chosen.map(({ file, uploaded }) => (uploaded ? { file, uploaded } : { file }))
    return { noteText, visibility, mentioned, screenshots: files, madeId, noteKey }
  }, [noteText, visibility, mentioned, screenshots.chosen, madeId, noteKey])
  const keeper = useSavedDraft(name, kept)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending.current) return
    const isBlank = noteText.trim() === '' && screenshots.chosen.length === 0
    setEmpty(isBlank)
    if (isBlank) return
    const names = mentioned.map(({ name }) => name)
    const plain = plainMentions(noteText, names)
    // Only once: saving again confirms it.
    if (madeId === null && plain.length > 0 && warned !== plain.join()) return setWarned(plain.join())
    sending.current = true
    setSending(true)
    try {
      const fileIds = await screenshots.upload()
      const mentionedAccountIds = stillNamed(noteText, mentioned)
      const noteId =
        madeId ??
        (await addNote(ticketId, { noteText, visibility, mentionedAccountIds }, noteKey).catch(showRefusal)).id
      setMadeId(noteId)
      await screenshots.attach(fileIds, (fileId) => attachToNote(noteId, fileId))
      await keeper.forget()
      await client.invalidateQueries({ queryKey: ['supportRequest'] })
      onClose()
    } catch {
      // The call has shown the error; the draft stays.
    } finally {
      sending.current = false
      setSending(false)
    }
  }
  return (
    <FormDialog title={t('note.title')} width={800} isSending={isSending} onSubmit={submit} onClose={onClose}>
      {draftOf !== null && (
        <DraftNote
          savedOn={draftOf}
          isBusy={isSending}
          onStartOver={async () => {
            await keeper.forget()
            onStartOver()
          }}
        />
      )}
      {reopens && <p className={classes.reopens}>{t('waiting.reopens')}</p>}
      {handlesTickets() && (
        <VisibilityChoice value={visibility} onChange={setVisibility} disabled={isSending || madeId !== null} />
      )}
      <NoteText
        ticketId={ticketId}
        visibility={visibility}
        value={noteText}
        readOnly={isSending || madeId !== null}
        error={
          isEmpty ? t('note.empty') : warned !== '' && t('note.plainMention', { names: warned.replaceAll(',', ', ') })
        }
        field={field}
        onChange={(text) => {
          setNoteText(text)
          setEmpty(false)
          setWarned('')
        }}
        onMention={(person) => setMentioned((before) => [...before, person])}
      />
      {madeId !== null && <p role="status">{t('note.saved')}</p>}
      <ScreenshotPicker label={t('screenshot.one')} screenshots={screenshots} isBusy={isSending} />
    </FormDialog>
  )
}
