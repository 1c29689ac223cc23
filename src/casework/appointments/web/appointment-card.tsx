import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Referral } from '#casework/referrals/referral-call.ts'
import { api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { UnreadCard } from '#platform/web/unread-card.tsx'
import type { ShownAppointment } from '../appointment.ts'
import { AppointmentView, mistakeOf } from './appointment-view.tsx'

/** Of an accepted referral whose details the reader sees. Invalidated when referrals change. */
const appointmentOf = ({ id, respondedOn, person }: Referral) =>
  queryOptions({
    queryKey: ['referral', 'appointment', id],
    queryFn: () => api.get<ShownAppointment>(`/api/referral/${id}/appointment`, { quiet: true }),
    enabled: respondedOn !== null && person !== null,
    retry: false,
  })

/** When the person is expected, for both sides; the recipient records it. */
export function AppointmentCard({ referral }: { referral: Referral }) {
  const { t } = useTranslation('appointments')
  const read = useQuery(appointmentOf(referral))
  const { data } = read
  if (!data) return <UnreadCard id="appointment-heading" title={t('title')} read={read} />
  if (!data.appointment && !data.mayChange) return null
  const path = `/api/referral/${referral.id}/appointment`
  const readAgain = async () => {
    const { queryKey } = appointmentOf(referral)
    await queryClient.invalidateQueries({ queryKey })
    const state = queryClient.getQueryState(queryKey)
    return state?.status === 'success' ? state.data : undefined
  }
  /** Shows it as it is after a call, also after one that was refused. */
  const run = async (call: () => Promise<unknown>) => {
    try {
      await call()
      return { isDone: true, now: await readAgain() }
    } catch (error) {
      const mistake = mistakeOf(error)
      if (!mistake) notify(t('failed'), 'bad')
      return { isDone: false, mistake, now: mistake ? await readAgain() : undefined }
    }
  }
  return (
    <AppointmentView
      isSmall
      shown={data}
      onSave={(call, version) => run(() => api.put(path, { ...call, version }, { quiet: true }))}
      onCancel={(version) => run(() => api.delete(path, { query: { version }, quiet: true }))}
    />
  )
}
