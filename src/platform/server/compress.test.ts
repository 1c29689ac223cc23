import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { buildClient } from '#root/scripts/build-client.ts'
import { startTestApp } from '#test/app.ts'
import { newTicket } from '#test/factories.ts'
import { compressAnswers } from './compress.ts'

const dist = fileURLToPath(new URL('../../../dist', import.meta.url))
// The portal reads the page when it starts.
buildClient()
const product = await startTestApp()
const unpack: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes) => bytes,
}
const encodings = Object.keys(unpack)
const ownPage = { 'sec-fetch-site': 'same-origin' }

/** Fetches a URL with one encoding. @returns the raw and the decoded body */
async function fetchAs(encoding: string, url: string, headers: Record<string, string> = {}, call = product.anonymous) {
  const answer = await call('GET', url, undefined, { 'accept-encoding': encoding, ...headers })
  const sentAs = String(answer.headers['content-encoding'] ?? 'identity')
  return { answer, sentAs, sent: answer.bytes.length, text: unpack[sentAs]?.(answer.bytes).toString() ?? '' }
}

describe('the files of the client', () => {
  it('travel as Brotli, gzip or as they are, as the browser asks', async () => {
    const files = globSync('**/*.{js,css,svg,vtt,txt}', { cwd: dist })
    expect(files.length).toBeGreaterThan(100)
    for (const file of files) {
      const text = readFileSync(`${dist}/${file}`, 'utf8')
      for (const encoding of encodings) {
        const { answer, sentAs, sent, text: received } = await fetchAs(encoding, `/${file}`)
        expect(received === text, `${file} as ${encoding}`).toBe(true)
        if (text.length < 1024) continue
        expect(sentAs, file).toBe(encoding)
        expect(answer.headers.vary, file).toMatch(/accept-encoding/i)
        if (encoding !== 'identity') expect(sent, file).toBeLessThan(text.length)
      }
    }
  })

  it('hold the script of the front page in a third of its size', () => {
    const base = globSync('assets/base-*.js', { cwd: dist })[0] ?? ''
    expect(existsSync(`${dist}/${base}.br`)).toBe(true)
    expect(readFileSync(`${dist}/${base}.br`).length).toBeLessThan(readFileSync(`${dist}/${base}`).length / 3)
  })

  it('sends the page compressed, and answers HEAD as it answers GET', async () => {
    for (const encoding of encodings) {
      const { sentAs, text } = await fetchAs(encoding, '/home')
      expect(sentAs).toBe(encoding)
      expect(text).toContain('<div id="root">')
    }
    for (const [path, status] of [
      ['/', 200],
      ['/home', 200],
      ['/nowhere', 404],
      ['/api/health/live', 200],
      ['/api/nothing', 404],
    ] as const)
      expect((await product.anonymous('HEAD', path)).status, path).toBe(status)
  })
})

describe('the answers of the calls', () => {
  it('travel compressed from a kilobyte on, and smaller ones as they are', async () => {
    const plain = await fetchAs('identity', '/api/openapi.json')
    for (const encoding of ['br', 'gzip']) {
      const { sentAs, sent, text, answer } = await fetchAs(encoding, '/api/openapi.json')
      expect(sentAs).toBe(encoding)
      expect(text === plain.text).toBe(true)
      expect(sent).toBeLessThan(plain.sent / 5)
      expect(answer.headers.vary).toMatch(/accept-encoding/i)
      expect(answer.headers.etag).toMatch(/^W\//)
    }
    expect((await fetchAs('br', '/api/health/live')).sentAs).toBe('identity')
  })

  it('D-AUTH-2 are compressed for a session only when our own page asked', async () => {
    const { call } = await product.someone({ roles: ['support-agent'] })
    for (let made = 0; made < 8; made++) await call('POST', '/api/supportPortal/supportRequest/', newTicket)
    const list = '/api/supportPortal/supportRequest/'
    const asked = (headers: Record<string, string>) => fetchAs('br', list, headers, call)
    const plain = await fetchAs('identity', list, ownPage, call)
    expect(plain.sent).toBeGreaterThan(2000)
    for (const encoding of ['br', 'gzip']) {
      const ours = await fetchAs(encoding, list, ownPage, call)
      expect(ours.sentAs).toBe(encoding)
      expect(ours.text).toBe(plain.text)
    }
    for (const site of ['cross-site', 'same-site', 'none'])
      expect((await asked({ 'sec-fetch-site': site })).sentAs, site).toBe('identity')
    expect((await asked({})).sentAs).toBe('identity')
  })

  it('D-AUTH-2 are never compressed where they are about credentials', async () => {
    const app = Fastify()
    await compressAnswers(app)
    const words = { codes: 'one-two-three '.repeat(200) }
    app.get('/credentials', { config: { credentials: true } }, async () => words)
    app.get('/fresh', { config: { fresh: true } }, async () => words)
    app.get('/other', async () => words)
    const encodingOf = async (url: string) =>
      (await app.inject({ url, headers: { 'accept-encoding': 'br' } })).headers['content-encoding']
    expect(await encodingOf('/other')).toBe('br')
    expect(await encodingOf('/credentials')).toBeUndefined()
    expect(await encodingOf('/fresh')).toBeUndefined()
  })
})
