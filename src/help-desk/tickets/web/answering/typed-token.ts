/** The word before the caret that triggers suggestions: a person after '@', or a canned answer after '/'. */
export interface TypedToken {
  kind: 'mention' | 'answer'
  /** the position of its sign, and the text after it */
  at: number
  text: string
}

const mention = /(?:^|[\s(])@([\p{L}\p{N}'’.-]{0,40}(?: [\p{L}'’.-]{0,40})?)$/u
const answer = /(?:^|\n)\/([^\n]{0,60})$/u

/** Words that start with '@' like a name but do not match any selected person. */
export function plainMentions(text: string, names: readonly string[]) {
  const rest = names
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, name) => left.replaceAll(`@${name}`, ' '), text)
  return [...new Set([...rest.matchAll(/(?:^|[\s(])(@\p{L}[\p{L}'’-]*)/gu)].map(([, word]) => word ?? ''))]
}

/** @param offersAnswers only people who manage canned answers are offered any */
export function typedToken(text: string, caret: number, offersAnswers: boolean): TypedToken | null {
  const before = text.slice(0, caret)
  const found = mention.exec(before)
  if (found) return { kind: 'mention', at: caret - (found[1] ?? '').length - 1, text: found[1] ?? '' }
  const asked = offersAnswers ? answer.exec(before) : null
  return asked && { kind: 'answer', at: caret - (asked[1] ?? '').length - 1, text: asked[1] ?? '' }
}
