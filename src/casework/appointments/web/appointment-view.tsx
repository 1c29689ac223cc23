import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/web/api.ts'
import { FormDialog } from '#platform/web/form-dialog.tsx'
import { notify } from '#platform/web/notify.ts'
import { useTyped } from '#platform/web/use-typed.ts'
import { Card } from '#ui/card.tsx'
import { type Appointment, type AppointmentCall, mistakeInTime, type ShownAppointment } from '../appointment.ts'
import classes from './appointment-card.module.css'
import { appointmentText } from './appointment-text-public.ts'

/** What became of a call: `mistake` is a key of the texts. */
export interface Saved {
  isDone: boolean
  mistake?: string | undefined
  /** the appointment as it is after the call, if it could be read */
  now?: ShownAppointment | undefined
}
type Given = Pick<AppointmentCall, 'startsOn' | 'note'>

/** What was wrong with a call, as a key of the texts. */
export function mistakeOf(error: unknown) {
  if (!(error instanceof ApiError)) return undefined
  return error.code === 'stale-version' ? 'stale' : error.errors.find(({ path }) => path === 'startsOn')?.message
}

interface AppointmentViewProps {
  shown: ShownAppointment
  /**
   * Notifies of what failed, unless it is a mistake; shows the appointment as it is afterwards.
   * @param version of the appointment that its author saw
   */
  onSave: (given: Given, version: number) => Promise<Saved>
  onCancel: (version: number) => Promise<Saved>
  /** with the heading of the other cards of a referral */
  isSmall?: boolean
}

/** An appointment, which whoever works on the referral records, changes and cancels. */
export function AppointmentView({ shown, onSave, onCancel, isSmall = false }: AppointmentViewProps) {
  const { t } = useTranslation('appointments')
  const [isOpen, setOpen] = useState(false)
  const [isCancelling, setCancelling] = useState(false)
  const { appointment, mayChange } = shown
  const set = inForce(appointment)
  const edit = useRef<HTMLButtonElement>(null)
  const cancel = async () => {
    setCancelling(true)
    const { isDone, mistake } = await onCancel(shown.version)
    setCancelling(false)
    // The button that had the focus was removed.
    if (isDone) edit.current?.focus()
    if (isDone) notify(t('cancelledNotice'))
    else if (mistake) notify(t('changedMeanwhile'), 'bad')
  }
  return (
    <Card labelledBy="appointment-heading" className={`${classes.card} ${isSmall ? classes.small : ''}`}>
      <h2 id="appointment-heading">{t('title')}</h2>
      {!appointment && <p className={classes.quiet}>{t('none')}</p>}
      {appointment && (
        <p>
          {set ? (
            <b>{appointmentText(set.startsOn)}</b>
          ) : (
            t('cancelled', { when: appointmentText(appointment.startsOn) })
          )}
        </p>
      )}
      {set?.note && <p className={classes.note}>{set.note}</p>}
      {mayChange && (
        <Group>
          <Button
            ref={edit}
            variant="default"
            aria-haspopup="dialog"
            leftSection={<IconCalendarEvent size={18} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t(set ? 'change' : 'record')}
          </Button>
          {set && (
            <Button variant="subtle" loading={isCancelling} onClick={cancel}>
              {t('cancel')}
            </Button>
          )}
        </Group>
      )}
      {isOpen && mayChange && <AppointmentDialog shown={shown} onSave={onSave} onClose={() => setOpen(false)} />}
    </Card>
  )
}

/** Null if there is none, or it was cancelled. */
const inForce = (appointment: Appointment | null) => (appointment?.cancelledOn === null ? appointment : null)

/** A time in the format of the browser's input: in the reader's time zone, to the minute. */
function fieldText(iso: string) {
  const time = new Date(iso)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

interface DialogProps extends Pick<AppointmentViewProps, 'onSave'> {
  shown: ShownAppointment
  onClose: () => void
}

function AppointmentDialog({ shown, onSave, onClose }: DialogProps) {
  const { t } = useTranslation('appointments')
  // What its reader has seen: what others change meanwhile is replaced only once it was shown here.
  const [seen, setSeen] = useState(shown)
  const now = inForce(seen.appointment)
  const [time, setTime, forgetTime] = useTyped('appointment.time', now ? fieldText(now.startsOn) : '')
  const [note, setNote, forgetNote] = useTyped('appointment.note', now?.note ?? '')
  const [mistake, setMistake] = useState<{ what: string } | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (mistake) field.current?.focus()
  }, [mistake])
  const [isSending, setSending] = useState(false)
  const close = () => {
    forgetTime()
    forgetNote()
    onClose()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = time === '' ? 'time-missing' : mistakeInTime(new Date(time).toISOString())
    setMistake(wrong ? { what: wrong } : null)
    if (wrong) return
    setSending(true)
    const saved = await onSave({ startsOn: new Date(time).toISOString(), note: note.trim() || null }, seen.version)
    setSending(false)
    const isStale = saved.mistake === 'stale'
    const what = isStale && !saved.now ? 'stale-unread' : saved.mistake
    setMistake(what ? { what } : null)
    if (isStale && saved.now) setSeen(saved.now)
    if (!saved.isDone) return
    notify(t('saved'))
    close()
  }
  // Somebody else changed it meanwhile: saving again replaces that.
  const stale = now
    ? t(`message.stale${now.note ? '-note' : ''}`, { when: appointmentText(now.startsOn), note: now.note })
    : t('message.stale-cancelled')
  return (
    <FormDialog title={t('title')} width={480} isSending={isSending} onSubmit={submit} onClose={close}>
      <p className={classes.quiet}>{t('lead')}</p>
      <TextInput
        ref={field}
        type="datetime-local"
        label={t('when')}
        withAsterisk
        value={time}
        error={mistake && (mistake.what === 'stale' ? stale : t(`message.${mistake.what}`))}
        onChange={(event) => setTime(event.currentTarget.value)}
      />
      <Textarea
        label={t('note')}
        maxLength={500}
        autosize
        minRows={2}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
