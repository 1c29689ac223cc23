import { Alert } from '@mantine/core'
import { IconMailX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Referral } from '#casework/referrals/referral-call.ts'
import { deliveryOf } from './delivery-query.ts'
import { InviteAgainForm } from './invite-again-form.tsx'

/** Asks the sender for another address if the invitation did not arrive. */
export function DeliveryNotice({ referral }: { referral: Referral }) {
  const { t } = useTranslation('referral-deliveries')
  const { data } = useQuery(deliveryOf(referral))
  if (!data?.undelivered) return null
  return (
    <Alert
      role="region"
      icon={<IconMailX aria-hidden />}
      title={t('notice.title', { email: referral.directReferralContact?.email })}
      mb="md"
    >
      <p>{t('notice.text', { why: t(`why.${data.undelivered}`) })}</p>
      <InviteAgainForm referral={referral} />
    </Alert>
  )
}
