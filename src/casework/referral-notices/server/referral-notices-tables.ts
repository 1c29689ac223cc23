import type { z } from 'zod'
import type { TableFor } from '#platform/server/database.ts'
import { ReferralDeliveryRow } from '../referral-delivery.ts'

/** The tables that only this feature writes. */
export const referralNoticesTables: Record<string, z.ZodObject> = { referral_delivery: ReferralDeliveryRow }

declare module '#platform/server/database.ts' {
  interface Tables {
    referralDelivery: TableFor<
      ReferralDeliveryRow,
      'id' | 'queuedOn' | 'handedOverOn' | 'failedOn' | 'failure' | 'leftOutOn'
    >
  }
}
