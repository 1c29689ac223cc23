import type { Need } from '#directory/needs/need.ts'
import type { Answers } from './answer-value.ts'
import type { FormDefinition, FormScore, Texts } from './form-definition.ts'
import { itemsOf } from './form-definition.ts'
import { holds } from './predicate.ts'

export interface ScoreResult {
  key: string
  title: Texts
  /** Null as long as a question that it needs has no answer. */
  value: number | null
  band: Texts | null
}

export interface Evaluation {
  /** The pages with a question or note to show, in order. */
  pages: string[]
  /** The questions and notes to show, in order. */
  shown: string[]
  /** The required questions that have no answer. */
  missing: string[]
  scores: ScoreResult[]
  /** Each need once, with the first question that raised it. */
  needs: { need: Need; item: string }[]
}

/**
 * What a form shows and finds for these answers. The same function runs in the browser, on the server and in the
 * preview. The answer of a hidden question stays recorded, but counts nowhere.
 * @param today as `2026-11-23`, for ages
 */
export function evaluateForm(definition: FormDefinition, answers: Answers, today: string): Evaluation {
  const counted: Record<string, unknown> = {}
  const found: Omit<Evaluation, 'scores'> = { pages: [], shown: [], missing: [], needs: [] }
  for (const page of definition.pages) {
    if (!holds(page.showWhen, counted, today)) continue
    for (const item of page.items) {
      if (!holds(item.showWhen, counted, today)) continue
      found.shown.push(item.key)
      if (found.pages.at(-1) !== page.key) found.pages.push(page.key)
      if (item.kind === 'note') continue
      const answer = answers[item.key]
      if (answer === undefined || answer === null) {
        if (item.isRequired) found.missing.push(item.key)
        continue
      }
      counted[item.key] = answer
      for (const { need, when } of item.raises)
        if (holds(when, counted, today) && !found.needs.some((each) => each.need === need))
          found.needs.push({ need, item: item.key })
    }
  }
  return { ...found, scores: definition.scores.map((score) => sumOf(score, definition, found.shown, counted)) }
}

function sumOf(score: FormScore, definition: FormDefinition, shown: string[], counted: Answers): ScoreResult {
  const { key, title, bands } = score
  const items = itemsOf(definition).filter((item) => score.items.includes(item.key) && shown.includes(item.key))
  if (!items.length || items.some((item) => counted[item.key] === undefined))
    return { key, title, value: null, band: null }
  const value = items
    .flatMap(({ key: item, options }) => {
      const chosen = [counted[item]].flat()
      return options.filter((option) => chosen.includes(option.key)).map(({ weight }) => weight ?? 0)
    })
    .reduce((sum, weight) => sum + weight, 0)
  return { key, title, value, band: bands.findLast(({ from }) => value >= from)?.text ?? null }
}
