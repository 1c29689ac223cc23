import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { askScanner } from './ask-scanner.ts'

let answer: (socket: Socket) => void = () => undefined
let received = Buffer.alloc(0)
const scanner = createServer((socket) => {
  socket.on('error', () => undefined)
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes])
    // The last chunk is empty.
    if (received.subarray(-4).readUInt32BE(0) === 0) answer(socket)
  })
}).listen(0, '127.0.0.1')
await once(scanner, 'listening')
const { port } = scanner.address() as AddressInfo
afterAll(() => scanner.close())
beforeEach(() => {
  received = Buffer.alloc(0)
})
const ask = (bytes: Buffer, ...parts: string[]) => {
  answer = (socket) => {
    for (const part of parts) socket.write(part)
    socket.end()
  }
  return askScanner({ host: '127.0.0.1', port }, bytes)
}

it('REF-13 reads what the scanner says of a file, also in parts, and nothing after its end', async () => {
  const bytes = Buffer.from('x')
  expect(await ask(bytes, 'stream: OK\0')).toEqual({ state: 'clean' })
  expect(await ask(bytes, 'stream', ': O', 'K\0')).toEqual({ state: 'clean' })
  expect(await ask(bytes, 'stream: OK\0stream: Other FOUND\0')).toEqual({ state: 'clean' })
  expect(await ask(bytes, 'stream: Win.Test (1) FOUND\0')).toEqual({ state: 'infected', signature: 'Win.Test (1)' })
  for (const said of ['INSTREAM size limit exceeded. ERROR', 'stream: OK!', 'x stream: OK', 'x stream: A FOUND', ''])
    expect(await ask(bytes, `${said}\0`), said).toEqual({ state: 'failed' })
})

it('REF-13 a scanner that hangs up without a whole answer, or is away, did not answer', async () => {
  await expect(ask(Buffer.from('x'), 'stream: OK')).rejects.toThrow('the virus scanner did not answer')
  await expect(ask(Buffer.from('x'))).rejects.toThrow('the virus scanner did not answer')
  await expect(askScanner({ host: '127.0.0.1', port: 1 }, Buffer.from('x'))).rejects.toThrow('ECONNREFUSED')
})

it('REF-13 sends the command, then every byte in chunks with their lengths, then an empty one', async () => {
  for (const size of [0, 1, 65_536, 65_537, 200_000]) {
    received = Buffer.alloc(0)
    const bytes = Buffer.alloc(size, 'x')
    await ask(bytes, 'stream: OK\0')
    expect(received.subarray(0, 10).toString()).toBe('zINSTREAM\0')
    const lengths: number[] = []
    const parts: Buffer[] = []
    for (let at = 10; at < received.length; ) {
      const length = received.readUInt32BE(at)
      lengths.push(length)
      parts.push(received.subarray(at + 4, at + 4 + length))
      at += 4 + length
    }
    expect(Buffer.concat(parts).equals(bytes)).toBe(true)
    const whole = Math.floor(size / 65_536)
    expect(lengths).toEqual([...Array(whole).fill(65_536), ...(size % 65_536 ? [size % 65_536] : []), 0])
  }
})
