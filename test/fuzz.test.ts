import { describe, expect, it } from 'vitest'
import type { FuzzAnswer } from '../scripts/fuzz/judge-answer.ts'
import type { FuzzRequest } from '../scripts/fuzz/make-request.ts'
import { runFuzz } from '../scripts/fuzz/run-fuzz.ts'
import { callers, makeWorld } from './access-table.ts'
import { type Caller, startTestApp } from './app.ts'

const product = await startTestApp()
const { as } = await makeWorld(product)
const signedIn = new Map<string, Caller>()
for (const name of callers) signedIn.set(name, name === 'anonymous' ? product.anonymous : await as(name))

const send = async (caller: string, { operation, url, body }: FuzzRequest): Promise<FuzzAnswer> => {
  const answer = await (signedIn.get(caller) ?? product.anonymous)(operation.method, url, body)
  // Timings on a busy machine are meaningless here.
  return { status: answer.status, text: answer.bytes.toString(), ms: 0 }
}
async function plantMarkers() {
  const note = { firstName: 'Noor', lastName: 'Haddad', phones: [] }
  await signedIn.get('adminA')?.('POST', '/api/contact/', { ...note, note: 'marker-of-a' })
  await signedIn.get('adminC')?.('POST', '/api/contact/', { ...note, note: 'marker-of-c' })
  const strangers = ['anonymous', 'member', 'staffB', 'adminB', 'support']
  return [
    { text: 'marker-of-a', hiddenFrom: [...strangers, 'staffC', 'adminC'] },
    { text: 'marker-of-c', hiddenFrom: [...strangers, 'staffA', 'adminA'] },
  ]
}
const plan = {
  document: product.app.swagger(),
  callers,
  markers: await plantMarkers(),
  requests: 600,
  seed: 7,
  until: Date.now() + 10 * 60_000,
}

describe('random requests', () => {
  it('F-02 HTTP-05 nothing breaks, shows its inside, or shows what another organization wrote', async () => {
    const report = await runFuzz({ ...plan, requests: 1300, send })
    expect(report.violations).toEqual([])
    expect(report.sent).toBe(1300)
    // Not only refusals: code behind the checks was reached.
    expect(report.operations - report.neverSucceeded.length).toBeGreaterThan(40)
  }, 300_000)

  it('HTTP-05 a planted error, statement, trace or leak is found', async () => {
    const planted: Record<string, [FuzzAnswer, RegExp]> = {
      'a call that throws': [{ status: 500, text: '{}', ms: 1 }, /^answered 500: /],
      'a slow call': [{ status: 200, text: '{}', ms: 2500 }, /^took 2500 ms: /],
      'a trace': [{ status: 400, text: 'Error\n    at act (src/act.ts:7:3)', ms: 1 }, /^shows the inside/],
      'a statement': [{ status: 400, text: 'syntax error at or near "x"', ms: 1 }, /^shows the inside/],
      'a leak': [{ status: 200, text: '{"note":"marker-of-a"}', ms: 1 }, /^shows marker-of-a to /],
    }
    for (const [fault, [answer, found]] of Object.entries(planted)) {
      const report = await runFuzz({
        ...plan,
        requests: 1000,
        send: async (_caller, { operation }) =>
          operation.path === '/api/organizationType' ? answer : { status: 404, text: '{}', ms: 1 },
      })
      expect([fault, report.violations[0]]).toEqual([fault, expect.stringMatching(found)])
    }
  })

  it('HTTP-05 the same seed sends the same requests', async () => {
    const record = async () => {
      const sent: string[] = []
      const note = async (caller: string, { operation, url, body }: FuzzRequest) => {
        sent.push(`${caller} ${operation.method} ${url} ${JSON.stringify(body)?.slice(0, 200)}`)
        return { status: 404, text: '{}', ms: 1 }
      }
      await runFuzz({ ...plan, requests: 2000, send: note })
      return sent.map((line) => line.replace(/\d{4}-\d\d-\d\dT(?:[\d:.]|%3A)+Z/g, 'now'))
    }
    expect(await record()).toEqual(await record())
  })
})
