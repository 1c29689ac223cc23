/** Parts of referrals for the lists of other features. */
export { peopleText } from './also-for-words.ts'
export { EndChoices } from './end-choices.tsx'
export { ReferralStatusChip } from './referral-status-chip.tsx'
export { DueText } from './waiting-lines.tsx'
