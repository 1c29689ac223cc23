import type { Decision, RegistrationReview } from './review.ts'

const open: readonly RegistrationReview['status'][] = ['pending', 'more-asked']

const outcome: Record<Decision, RegistrationReview['status']> = {
  approve: 'approved',
  askForMore: 'more-asked',
  refuse: 'refused',
}

/** Whether a registration still waits for a decision. */
export const isOpen = (status: RegistrationReview['status']) => open.includes(status)

/** The status after a decision; null if the registration was already decided. */
export const statusAfter = (status: RegistrationReview['status'], decision: Decision) =>
  isOpen(status) ? outcome[decision] : null
