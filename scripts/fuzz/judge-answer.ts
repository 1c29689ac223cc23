import type { FuzzRequest } from './make-request.ts'

export interface FuzzAnswer {
  status: number
  text: string
  ms: number
}
/** Text that one side wrote, and who must never receive it. */
export interface Marker {
  text: string
  hiddenFrom: readonly string[]
}

const SLOW_MS = 2000
/** A stack trace, a statement, or a PostgreSQL error. */
const inside =
  /\n\s+at \S|\.ts:\d+:\d+|node_modules|syntax error at or near|violates \S+ constraint|relation "\w+"|column "\w+"|invalid input syntax/

export const isSlow = ({ ms }: FuzzAnswer) => ms > SLOW_MS

/** What is wrong with a response; empty if it is fine. */
export function judgeAnswer(caller: string, answer: FuzzAnswer, markers: readonly Marker[]) {
  const leaks = markers.filter(({ text, hiddenFrom }) => hiddenFrom.includes(caller) && answer.text.includes(text))
  return [
    ...(answer.status >= 500 ? [`answered ${answer.status}`] : []),
    ...(isSlow(answer) ? [`took ${Math.round(answer.ms)} ms`] : []),
    ...(answer.status >= 400 && inside.test(answer.text) ? ['shows the inside of the portal'] : []),
    ...leaks.map(({ text }) => `shows ${text} to ${caller}`),
  ]
}

export const describeRequest = (caller: string, { operation, url, body }: FuzzRequest) =>
  `${caller}: ${operation.method} ${url.slice(0, 200)} ${(JSON.stringify(body) ?? '').slice(0, 300)}`
