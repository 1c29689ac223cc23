import { connect } from 'node:net'
import type { ScanAddress } from '#platform/server/scan-address.ts'

export type Verdict = { state: 'clean' | 'failed' } | { state: 'infected'; signature: string }

const CHUNK_BYTES = 64 * 1024
/** Without any answer or progress. */
const PATIENCE_MS = 60_000

const lengthOf = (bytes: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return length
}

function* streamOf(bytes: Buffer) {
  yield Buffer.from('zINSTREAM\0')
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const chunk = bytes.subarray(at, at + CHUNK_BYTES)
    yield lengthOf(chunk)
    yield chunk
  }
  yield Buffer.alloc(4)
}

function verdictOf(answer: string): Verdict {
  const [, signature] = /^stream: (.+) FOUND$/.exec(answer) ?? []
  if (signature) return { state: 'infected', signature }
  return { state: answer === 'stream: OK' ? 'clean' : 'failed' }
}

/**
 * Asks clamd about these bytes (`INSTREAM` of its protocol). `failed`: it answered that it cannot scan them, for example
 * because they are more than its StreamMaxLength.
 * @throws Error if it does not answer
 */
export const askScanner = (address: ScanAddress, bytes: Buffer) =>
  new Promise<Verdict>((done, fail) => {
    const socket = connect(address)
    let answer = ''
    let failure = new Error('the virus scanner did not answer')
    const finish = () => {
      const end = answer.indexOf('\0')
      if (end >= 0) done(verdictOf(answer.slice(0, end)))
      else fail(failure)
      socket.destroy()
    }
    socket.setEncoding('utf8').setTimeout(PATIENCE_MS, finish)
    socket.on('data', (text: string) => {
      answer += text
      if (answer.includes('\0')) finish()
    })
    // If the bytes are too many, it answers and hangs up before it has read them: with an answer, the error is none.
    socket.on('error', (error) => {
      failure = error
    })
    socket.on('close', finish)
    socket.on('connect', () => {
      for (const part of streamOf(bytes)) socket.write(part)
    })
  })
