import type { Readable } from 'node:stream'
import type { TestApp } from '../app.ts'
import type { Network } from './network.ts'

const open = new Set<{ close: () => void }>()
/** Closes the streams of a page that is left. */
export function closeStreams() {
  for (const stream of [...open]) stream.close()
}

/** The live events of a page, from the product's own stream. Does not reconnect automatically. */
export const eventSourceOf = (app: TestApp['app'], network: Network) =>
  class extends EventTarget {
    static readonly CONNECTING = 0
    static readonly OPEN = 1
    static readonly CLOSED = 2
    readyState = 0
    private end = () => {}

    constructor(address: string) {
      super()
      open.add(this)
      this.begin(address).catch(() => this.fail())
    }
    close() {
      this.readyState = 2
      open.delete(this)
      this.end()
    }
    private fail() {
      if (this.readyState === 2) return
      this.close()
      this.dispatchEvent(new Event('error'))
    }
    private async begin(address: string) {
      await network.beforeStream(new URL(address, location.href).pathname)
      const answer = await app.inject({ url: address, headers: network.headers(), payloadAsStream: true })
      const stream = answer.stream()
      if (answer.statusCode !== 200) return this.fail()
      await this.read(stream, () => {
        // The server notices the closed connection once it has started to respond.
        this.end = () => answer.raw.res.req?.emit('close')
        if (this.readyState === 2) this.end()
        else this.readyState = 1
      })
      this.fail()
    }
    private async read(stream: Readable, onFirst: () => void) {
      let text = ''
      stream.once('data', onFirst)
      for await (const chunk of stream) {
        const frames = (text + String(chunk)).split('\n\n')
        text = frames.pop() ?? ''
        for (const frame of frames) this.take(frame)
      }
    }
    private take(frame: string) {
      const fields = new Map(frame.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]))
      const data = fields.get('data')
      if (data === undefined || this.readyState === 2) return
      this.dispatchEvent(
        new MessageEvent(fields.get('event') ?? 'message', { data, lastEventId: fields.get('id') ?? '' }),
      )
    }
  }
