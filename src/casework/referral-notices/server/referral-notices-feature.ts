import type { ServerFeature } from '#platform/server/feature.ts'
import { referralNoticesTables } from './referral-notices-tables.ts'

/** Notifications about referrals, and what became of them. */
export const referralNoticesFeature: ServerFeature = { name: 'referral-notices', tables: referralNoticesTables }
