import type { IntakeRow } from './intake.ts'

/**
 * Whether a person filled an intake in through a link and never sent it. What they typed is theirs alone until then, also
 * if staff mark it as entered in error.
 */
export const isUnsent = ({ way, completedOn }: Pick<IntakeRow, 'way' | 'completedOn'>) =>
  way === 'link' && completedOn === null

/**
 * Who fills an intake in: the staff, or the person through a link. Whoever opens the link must not see what staff wrote.
 * @param accountId null for the person, through a link
 */
export const mayFillIn = ({ way }: Pick<IntakeRow, 'way'>, accountId: string | null) =>
  (way === 'link') === (accountId === null)
