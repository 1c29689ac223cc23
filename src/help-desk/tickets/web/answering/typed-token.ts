/** What is being typed before the caret that asks for an offer: a person after '@', or an answer after '/'. */
export interface TypedToken {
  kind: 'mention' | 'answer'
  /** where its sign stands, and what follows it */
  at: number
  text: string
}

const mention = /(?:^|[\s(])@([\p{L}\p{N}'’.-]{0,40}(?: [\p{L}'’.-]{0,40})?)$/u
const answer = /(?:^|\n)\/([^\n]{0,60})$/u

/** Words of a text that begin with '@' like a name, and name nobody of those who were chosen. */
export function plainMentions(text: string, names: readonly string[]) {
  const rest = names
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, name) => left.replaceAll(`@${name}`, ' '), text)
  return [...new Set([...rest.matchAll(/(?:^|[\s(])(@\p{L}[\p{L}'’-]*)/gu)].map(([, word]) => word ?? ''))]
}

/** @param offersAnswers only who keeps canned answers is offered any */
export function typedToken(text: string, caret: number, offersAnswers: boolean): TypedToken | null {
  const before = text.slice(0, caret)
  const found = mention.exec(before)
  if (found) return { kind: 'mention', at: caret - (found[1] ?? '').length - 1, text: found[1] ?? '' }
  const asked = offersAnswers ? answer.exec(before) : null
  return asked && { kind: 'answer', at: caret - (asked[1] ?? '').length - 1, text: asked[1] ?? '' }
}
