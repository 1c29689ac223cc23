import type { Fit } from './fit.ts'
import { type FactName, factNames } from './person-facts.ts'

/** Most questions at once: more are not answered. */
const MOST_QUESTIONS = 3

/** The facts whose answers decide the most of these services, and how many those are; null if none would. */
export interface BestQuestions {
  facts: FactName[]
  count: number
}

/** The facts that a service waits for; null if they would not decide it. */
function awaitedBy({ verdict, reasons }: Pick<Fit, 'verdict' | 'reasons'>): FactName[] | null {
  const open = reasons.filter(({ holds }) => holds === null)
  if (verdict !== 'may-fit' || open.some(({ doubt }) => doubt !== 'unknown')) return null
  const facts = [...new Set(open.flatMap(({ missing }) => missing))]
  return facts.length ? facts : null
}

/** Which few questions would decide the most services. Of equally many, the fewest questions count. */
export function bestQuestions(fits: Pick<Fit, 'verdict' | 'reasons'>[]): BestQuestions | null {
  const awaited = fits.flatMap((fit) => {
    const facts = awaitedBy(fit)
    return facts ? [facts] : []
  })
  const unions = awaited.flatMap((one) => awaited.map((other) => [...new Set([...one, ...other])]))
  const inOrder = (facts: FactName[]) => factNames.filter((fact) => facts.includes(fact))
  const sets = new Map([...awaited, ...unions].map(inOrder).map((facts) => [facts.join(), facts]))
  const choices = [...sets.values()]
    .filter((facts) => facts.length <= MOST_QUESTIONS)
    .map((facts) => ({ facts, count: awaited.filter((one) => one.every((fact) => facts.includes(fact))).length }))
  return choices.sort((a, b) => b.count - a.count || a.facts.length - b.facts.length)[0] ?? null
}
