import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { askScanner } from '#identity/files/server/ask-scanner.ts'

/** The file that every scanner reports. In two parts, so that none reports this one. */
export const eicar = Buffer.from(`X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`)
/** What a stream may be at most, here. */
export const MOST_SCANNED = 3 * 1024 * 1024

const program = '/usr/sbin/clamd'
const isReal = existsSync(program)
/** Which scanner answers, for the titles of tests. */
export const scannerName = isReal ? 'clamd' : 'a peer that speaks the protocol of clamd'

/** The real scanner, with a database of one signature. */
function startReal(port: number) {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-clamd-'))
  writeFileSync(join(folder, 'test.ndb'), `Test.Eicar:0:*:${eicar.toString('hex')}\n`)
  const settings = { TCPAddr: '127.0.0.1', TCPSocket: port, Foreground: 'yes', DatabaseDirectory: folder }
  const lines = { ...settings, StreamMaxLength: MOST_SCANNED, LogFile: join(folder, 'log') }
  const file = join(folder, 'clamd.conf')
  writeFileSync(
    file,
    `${Object.entries(lines)
      .map((pair) => pair.join(' '))
      .join('\n')}\n`,
  )
  const child = spawn(program, ['-c', file], { stdio: 'ignore' })
  return () => endOf(child)
}
const endOf = (child: ChildProcess) =>
  new Promise<void>((done) => {
    child.once('exit', () => done())
    child.kill('SIGKILL')
  })

const COMMAND = Buffer.from('zINSTREAM\0')
/** Reads one stream. @returns takes what arrived; it returns the answer once the stream is whole or too long */
function readStream() {
  /** Of a chunk that is not whole yet. */
  let rest = Buffer.alloc(0)
  let isBegun = false
  const chunks: Buffer[] = []
  let size = 0
  return (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes])
    if (!isBegun) {
      if (rest.length < COMMAND.length) return null
      if (!rest.subarray(0, COMMAND.length).equals(COMMAND)) return 'UNKNOWN COMMAND'
      rest = rest.subarray(COMMAND.length)
      isBegun = true
    }
    while (rest.length >= 4) {
      const length = rest.readUInt32BE(0)
      if (length === 0) return Buffer.concat(chunks).includes(eicar) ? 'stream: Test.Eicar FOUND' : 'stream: OK'
      if (size + length > MOST_SCANNED) return 'INSTREAM size limit exceeded. ERROR'
      if (rest.length < 4 + length) return null
      chunks.push(rest.subarray(4, 4 + length))
      size += length
      rest = rest.subarray(4 + length)
    }
    return null
  }
}
function startPeer(port: number) {
  const open = new Set<Socket>()
  const server: Server = createServer((socket) => {
    open.add(socket)
    const take = readStream()
    let isAnswered = false
    socket
      .on('error', () => undefined)
      .on('data', (bytes) => {
        if (isAnswered) return
        const answer = take(bytes)
        if (!answer) return
        isAnswered = true
        socket.end(`${answer}\0`)
      })
  }).listen(port, '127.0.0.1')
  return () =>
    new Promise<void>((done) => {
      for (const socket of open) socket.destroy()
      server.close(() => done())
    })
}

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })

/** A scanner that can be stopped and started again: the real one if it is installed. It stops itself after the file. */
export async function scannerOf() {
  const port = await freePort()
  let end: (() => Promise<void>) | null = null
  const stop = async () => {
    await end?.()
    end = null
  }
  const start = async () => {
    end = isReal ? startReal(port) : startPeer(port)
    for (let tries = 0; tries < 300; tries++) {
      const answer = await askScanner({ host: '127.0.0.1', port }, Buffer.from('x')).catch(() => null)
      if (answer?.state === 'clean') return
      await pause(100)
    }
    throw new Error('the scanner does not start')
  }
  afterAll(stop)
  return { url: `clamd://127.0.0.1:${port}`, start, stop }
}
