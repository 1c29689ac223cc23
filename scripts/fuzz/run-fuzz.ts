import { describeRequest, type FuzzAnswer, isSlow, judgeAnswer, type Marker } from './judge-answer.ts'
import { KnownIds } from './known-ids.ts'
import { type FuzzRequest, listOperations, makeRequest } from './make-request.ts'
import { seededRandom } from './seeded-random.ts'

export interface FuzzPlan {
  document: unknown
  callers: readonly string[]
  markers: readonly Marker[]
  requests: number
  seed: number
  /** The latest time to stop, by `Date.now()`. */
  until: number
  send: (caller: string, request: FuzzRequest) => Promise<FuzzAnswer>
}
export interface FuzzReport {
  sent: number
  statuses: Record<number, number>
  violations: string[]
  slowest: { ms: number; request: string }
  /** Calls that never succeeded: the code behind their checks was not reached. */
  neverSucceeded: string[]
  operations: number
}

/** Calls that never end, end the caller's own session, or start an impersonation. */
const leftOut = /event\/stream|logout|impersonat|DELETE \/api\/mySession/i

/** The records of a response: of NDJSON, one of each line. */
function recordsOf(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
}

/** Sends one request after the other, so that a seed reproduces a run. Ends by number or by time. */
export async function runFuzz(plan: FuzzPlan): Promise<FuzzReport> {
  const random = seededRandom(plan.seed)
  const known = new KnownIds()
  const operations = listOperations(plan.document).filter(({ method, path }) => !leftOut.test(`${method} ${path}`))
  const succeeded = new Set<string>()
  const report: FuzzReport = {
    sent: 0,
    statuses: {},
    violations: [],
    slowest: { ms: 0, request: '' },
    neverSucceeded: [],
    operations: operations.length,
  }
  const nameOf = ({ operation }: FuzzRequest) => `${operation.method} ${operation.path}`

  const sendOne = async (caller: string, request: FuzzRequest) => {
    let answer = await plan.send(caller, request)
    // Responses that are created on the first request and then cached, such as the terms as a PDF, may take longer
    // once.
    if (request.operation.method === 'GET' && isSlow(answer)) answer = await plan.send(caller, request)
    const { status, ms } = answer
    report.sent++
    report.statuses[status] = (report.statuses[status] ?? 0) + 1
    if (ms > report.slowest.ms) report.slowest = { ms, request: nameOf(request) }
    for (const wrong of judgeAnswer(caller, answer, plan.markers))
      report.violations.push(`${wrong}: ${describeRequest(caller, request)}`)
    if (status >= 300) return
    succeeded.add(nameOf(request))
    if (answer.text.startsWith('{') || answer.text.startsWith('['))
      for (const record of recordsOf(answer.text)) known.learn(request.operation.path, record)
  }

  const isOver = () => report.sent >= plan.requests || Date.now() > plan.until
  // Lists first, because the other calls need their identifiers.
  for (const operation of operations.filter(({ method, path }) => method === 'GET' && !path.includes('{')))
    for (const caller of plan.callers)
      if (!isOver()) await sendOne(caller, { operation, url: operation.path, body: undefined })
  while (!isOver()) {
    const operation = random.pick(operations)
    const caller = random.pick(plan.callers)
    if (operation && caller) await sendOne(caller, makeRequest({ random, known }, operation))
  }
  report.neverSucceeded = operations
    .map(({ method, path }) => `${method} ${path}`)
    .filter((name) => !succeeded.has(name))
  return report
}
