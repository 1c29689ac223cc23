import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { expect, it } from 'vitest'
import { watchConnections } from './lost-connections.ts'

/** A pool with one connection to the process `7 100.5` of a server that started at 50. */
async function watchOne() {
  const pool = new EventEmitter()
  let isOpen = true
  const stream = {
    destroy: () => {
      isOpen = false
    },
  }
  const query = async () => ({ rows: [{ process: '7 100.5', server: '50' }] })
  const watch = watchConnections(pool as unknown as pg.Pool)
  const earlier = performance.now() - 1
  pool.emit('connect', { query, connection: { stream } })
  await Promise.resolve()
  const later = performance.now() + 1
  const answer = async (server: string, processes: string[], since: number) => {
    const asked = { query: async () => ({ rows: [{ server, processes }] }) }
    return [await watch.closeLost(asked as unknown as pg.Client, since), isOpen]
  }
  return { earlier, later, answer }
}

it('0460 a connection is lost if its own server does not know its process, whenever that was asked', async () => {
  const { earlier, answer } = await watchOne()
  expect(await answer('50', ['7 100.5'], earlier)).toEqual([0, true])
  // Another process has the same number.
  expect(await answer('50', ['7 200.5'], earlier)).toEqual([1, false])
})

it('0460 what another server does not know is lost only if the address led there after the connection was made', async () => {
  const { earlier, later, answer } = await watchOne()
  expect(await answer('60', [], earlier)).toEqual([0, true])
  expect(await answer('60', [], later)).toEqual([1, false])
})
