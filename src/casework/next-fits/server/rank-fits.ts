import type { NextFit } from '../next-fit.ts'

/** A day of waiting for an answer counts like so many miles. */
const MILES_A_DAY = 5
/** What is not known counts like this. */
const UNKNOWN_DAYS = 4
const UNKNOWN_MILES = 30

const verdicts = ['fits', 'may-fit', 'does-not-fit']
/**
 * Lower is better: whether its organization has not said no for this need; whether it answers here; whether it fits; then
 * whether it takes people now; then how near and how quick.
 */
function rankOf({ organization, fit, intake, answersHere, distance, answerDays }: NextFit, refusedBy: string[]) {
  const isFull = intake?.isConfirmed === true && intake.status === 'waitlist'
  return [
    Number(refusedBy.includes(organization.id)),
    Number(!answersHere),
    verdicts.indexOf(fit?.verdict ?? 'may-fit'),
    Number(isFull),
    (distance ?? UNKNOWN_MILES) + MILES_A_DAY * (answerDays ?? UNKNOWN_DAYS),
  ]
}

/** Compares what may be tried next, the best first. @param refusedBy who said no for the need */
export const comparingFits = (refusedBy: string[]) => (one: NextFit, other: NextFit) => {
  const [a, b] = [rankOf(one, refusedBy), rankOf(other, refusedBy)]
  return a.map((rank, index) => rank - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0
}
