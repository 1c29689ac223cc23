import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Referral } from '#casework/referrals/referral-call.ts'
import { api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { queryClient } from '#platform/web/query-client.ts'
import type { ShownAppointment } from '../appointment.ts'
import { AppointmentView, mistakeOf } from './appointment-view.tsx'

/** Of an accepted referral whose details the reader sees. Changes of referrals make it old. */
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
  const { data } = useQuery(appointmentOf(referral))
  if (!data || (!data.appointment && !data.mayChange)) return null
  const path = `/api/referral/${referral.id}/appointment`
  const readAgain = () => queryClient.invalidateQueries({ queryKey: appointmentOf(referral).queryKey })
  /** Shows it as it is after a call, also after one that was refused. */
  const run = async (call: () => Promise<unknown>) => {
    try {
      await call()
      await readAgain()
      return { isDone: true }
    } catch (error) {
      const mistake = mistakeOf(error)
      if (mistake) await readAgain()
      else notify(t('failed'), 'bad')
      return { isDone: false, mistake }
    }
  }
  const { version } = data
  return (
    <AppointmentView
      isSmall
      shown={data}
      onSave={(call) => run(() => api.put(path, { ...call, version }, { quiet: true }))}
      onCancel={() => run(() => api.delete(path, { query: { version }, quiet: true }))}
    />
  )
}
