import { queryOptions } from '@tanstack/react-query'
import type { Referral } from '#casework/referrals/referral-call.ts'
import { api } from '#platform/web/api.ts'
import type { DeliveryProof } from '../delivery-proof.ts'

/** For a sent referral of one's own. Invalidated when referrals change. */
export const deliveryOf = ({ id, sentOn, direction }: Referral) =>
  queryOptions({
    queryKey: ['referral', 'delivery', id],
    queryFn: () => api.get<DeliveryProof>(`/api/referral/${id}/delivery`, { quiet: true }),
    enabled: sentOn !== null && direction !== 'incoming',
    retry: false,
  })
