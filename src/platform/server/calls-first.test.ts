import Fastify from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { countCalls, letCallsPass } from './calls-first.ts'

afterEach(() => void vi.useRealTimers())

/** A server with a call that is answered when `answer` is called. */
async function makeServer() {
  const app = Fastify()
  countCalls(app)
  let answer = () => {}
  const answered = new Promise<void>((done) => {
    answer = done
  })
  const begun = new Promise<void>((isBegun) => {
    app.get('/slow', async () => {
      isBegun()
      await answered
      return 'done'
    })
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, url, begun, answer }
}

/** Jobs that are ready to run; each says when it goes on. */
function makeJobs(count: number) {
  const gone: number[] = []
  const all = Array.from({ length: count }, async (_, at) => {
    await letCallsPass()
    gone.push(at)
  })
  return { gone, all: Promise.all(all) }
}
const turn = () => new Promise((done) => setImmediate(done))

it('0427 jobs wait while a call is in progress, and one goes on in the pause after it', async () => {
  const { app, begun, answer } = await makeServer()
  // The bound of the wait does not depend on how busy this machine is.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const call = app.inject('/slow')
  await begun
  const jobs = makeJobs(2)
  await turn()
  expect(jobs.gone).toEqual([])
  answer()
  expect((await call).body).toBe('done')
  expect(jobs.gone).toEqual([0])
  vi.advanceTimersByTime(50)
  await jobs.all
  await app.close()
})

it('0427 without a call, all jobs go on at once', async () => {
  const goOn = async () => {
    const { gone, all } = makeJobs(4)
    await turn()
    const before = [...gone]
    await all
    return before
  }
  // Tests in this process may have left calls that end now.
  await expect.poll(goOn).toEqual([0, 1, 2, 3])
})

it('0427 jobs go on at last beside a call that takes long, and after one whose caller left', async () => {
  const { app, url, begun, answer } = await makeServer()
  const leaving = new AbortController()
  const call = fetch(`${url}/slow`, { signal: leaving.signal }).catch(() => 'left')
  await begun
  await makeJobs(4).all
  leaving.abort()
  expect(await call).toBe('left')
  const closed = async () => {
    const { gone } = makeJobs(1)
    await turn()
    return gone.length === 1
  }
  await expect.poll(closed).toBe(true)
  answer()
  await app.close()
})
