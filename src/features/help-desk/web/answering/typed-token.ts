/** What is being typed before the caret that asks for an offer: a person after '@', or an answer after '/'. */
export interface TypedToken {
  kind: 'mention' | 'answer'
  /** where its sign stands, and what follows it */
  at: number
  text: string
}

const mention = /(?:^|[\s(])@([\p{L}\p{N}'’.-]{0,40}(?: [\p{L}'’.-]{0,40})?)$/u
const answer = /(?:^|\n)\/([^\n]{0,60})$/u

/** @param offersAnswers only who keeps canned answers is offered any */
export function typedToken(text: string, caret: number, offersAnswers: boolean): TypedToken | null {
  const before = text.slice(0, caret)
  const found = mention.exec(before)
  if (found) return { kind: 'mention', at: caret - (found[1] ?? '').length - 1, text: found[1] ?? '' }
  const asked = offersAnswers ? answer.exec(before) : null
  return asked && { kind: 'answer', at: caret - (asked[1] ?? '').length - 1, text: asked[1] ?? '' }
}
