import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Referral } from '#casework/referrals/referral-call.ts'
import { ApiError, api } from '#platform/web/api.ts'
import { FormDialog } from '#platform/web/form-dialog.tsx'
import { notify } from '#platform/web/notify.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { Card } from '#ui/card.tsx'
import { type Appointment, mistakeInTime, type ShownAppointment } from '../appointment.ts'
import classes from './appointment-card.module.css'
import { appointmentText } from './appointment-text-public.ts'

/** Of an accepted referral whose details the reader sees. Changes of referrals make it old. */
const appointmentOf = ({ id, respondedOn, person }: Referral) =>
  queryOptions({
    queryKey: ['referral', 'appointment', id],
    queryFn: () => api.get<ShownAppointment>(`/api/referral/${id}/appointment`, { quiet: true }),
    enabled: respondedOn !== null && person !== null,
    retry: false,
  })
const readAgain = (referral: Referral) => queryClient.invalidateQueries({ queryKey: appointmentOf(referral).queryKey })

/** When the person is expected, for both sides; the recipient records it. */
export function AppointmentCard({ referral }: { referral: Referral }) {
  const { t } = useTranslation('appointments')
  const { data } = useQuery(appointmentOf(referral))
  const [isOpen, setOpen] = useState(false)
  const cancel = useMutation({
    mutationFn: () => api.delete(`/api/referral/${referral.id}/appointment`),
    onSuccess: () => {
      notify(t('cancelledNotice'))
      return readAgain(referral)
    },
  })
  if (!data || (!data.appointment && !data.mayChange)) return null
  const { appointment, mayChange } = data
  const isSet = appointment !== null && appointment.cancelledOn === null
  return (
    <Card labelledBy="appointment-heading" className={classes.card ?? ''}>
      <h2 id="appointment-heading">{t('title')}</h2>
      {!appointment && <p className={classes.quiet}>{t('none')}</p>}
      {appointment && (
        <p>
          {isSet ? (
            <b>{appointmentText(appointment.startsOn)}</b>
          ) : (
            t('cancelled', { when: appointmentText(appointment.startsOn) })
          )}
        </p>
      )}
      {isSet && appointment.note && <p className={classes.note}>{appointment.note}</p>}
      {mayChange && (
        <Group>
          <Button
            variant="default"
            aria-haspopup="dialog"
            leftSection={<IconCalendarEvent size={18} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t(isSet ? 'change' : 'record')}
          </Button>
          {isSet && (
            <Button variant="subtle" loading={cancel.isPending} onClick={() => cancel.mutate()}>
              {t('cancel')}
            </Button>
          )}
        </Group>
      )}
      {isOpen && (
        <AppointmentDialog referral={referral} before={isSet ? appointment : null} onClose={() => setOpen(false)} />
      )}
    </Card>
  )
}

/** A time in the format of the browser's input: in the reader's time zone, to the minute. */
function fieldText(iso: string) {
  const time = new Date(iso)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

interface DialogProps {
  referral: Referral
  before: Appointment | null
  onClose: () => void
}

function AppointmentDialog({ referral, before, onClose }: DialogProps) {
  const { t } = useTranslation('appointments')
  const [time, setTime] = useState(before ? fieldText(before.startsOn) : '')
  const [note, setNote] = useState(before?.note ?? '')
  const [error, setError] = useState<string | null>(null)
  const save = useMutation({
    mutationFn: () => {
      const call = { startsOn: new Date(time).toISOString(), note: note.trim() || null }
      return api.put(`/api/referral/${referral.id}/appointment`, call, { quiet: true })
    },
    onSuccess: async () => {
      await readAgain(referral)
      notify(t('saved'))
      onClose()
    },
    onError: (failed) => {
      const mistake = failed instanceof ApiError ? failed.errors[0]?.message : undefined
      if (mistake) setError(t(`message.${mistake}`))
      else notify(t('failed'), 'bad')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const mistake = time === '' ? 'time-missing' : mistakeInTime(new Date(time).toISOString())
    setError(mistake && t(`message.${mistake}`))
    if (!mistake) save.mutate()
  }
  return (
    <FormDialog title={t('title')} width={480} isSending={save.isPending} onSubmit={submit} onClose={onClose}>
      <p className={classes.quiet}>{t('lead')}</p>
      <TextInput
        type="datetime-local"
        label={t('when')}
        withAsterisk
        value={time}
        error={error}
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
