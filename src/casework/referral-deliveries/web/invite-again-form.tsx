import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DirectReferralContact, type Referral } from '#casework/referrals/referral-call.ts'
import { ApiError, api } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { notify } from '#platform/web/notify.ts'
import type { DeliveryProof } from '../delivery-proof.ts'
import classes from './delivery.module.css'
import { deliveryOf } from './delivery-query.ts'

const words = { 409: 'again.changed', 429: 'again.tooMany' } as const

/** Sends the invitation to another person or address at the same organization. */
export function InviteAgainForm({ referral, onSent }: { referral: Referral; onSent?: () => void }) {
  const { t } = useTranslation(['referral-deliveries', 'platform'])
  const client = useQueryClient()
  const { firstName = '', lastName = '' } = referral.directReferralContact ?? {}
  const form = useContractForm({
    contract: DirectReferralContact,
    texts: 'referrals',
    initial: { firstName, lastName, email: '' },
    onSubmit: async (contact) => {
      const call = { ...contact, version: referral.version }
      const proof = await api.post<DeliveryProof>(`/api/referral/${referral.id}/invitation`, call, { quiet: true })
      client.setQueryData(deliveryOf(referral).queryKey, proof)
      notify(t('again.sent', { email: contact.email }))
      onSent?.()
      await client.invalidateQueries({ queryKey: ['referral'] })
    },
    onFailure: async (error) => {
      const status = error instanceof ApiError ? error.status : 0
      if (status === 400) return
      notify(t(words[status as keyof typeof words] ?? 'platform:notice.wentWrong'), 'bad')
      await client.invalidateQueries({ queryKey: ['referral'] })
    },
  })
  return (
    <form className={classes.form} noValidate onSubmit={form.submit}>
      <Field form={form} name="firstName" label={t('again.firstName')} autoComplete="off" />
      <Field form={form} name="lastName" label={t('again.lastName')} autoComplete="off" />
      <Field form={form} name="email" label={t('again.email')} autoComplete="off" />
      <Button type="submit" loading={form.isSending}>
        {t('again.send')}
      </Button>
    </form>
  )
}
