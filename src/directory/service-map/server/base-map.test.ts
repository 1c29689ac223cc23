import { mkdtempSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { startTestApp } from '#test/app.ts'

const folder = mkdtempSync(join(tmpdir(), 'hearthline-map-'))
const tiles = join(folder, 'region.pmtiles')
writeFileSync(tiles, '0123456789')
const product = await startTestApp({ MAP_PMTILES: tiles })
const { call } = await product.someone()

it('DIR-05 the tiles of the base map are read in parts', async () => {
  expect((await call('GET', '/api/service/map/base')).body).toEqual({ styleUrl: null, hasTiles: true })
  const read = async (range?: string) => {
    const { status, bytes, headers } = await call('GET', '/api/service/map/tiles', undefined, range ? { range } : {})
    if (status !== 416) expect(headers['content-length']).toBe(String(bytes.length))
    return [status, headers['content-range'], String(bytes)]
  }
  expect(await read('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
  expect(await read('bytes=8-16383')).toEqual([206, 'bytes 8-9/10', '89'])
  expect(await read('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
  expect(await read('bytes=10-20')).toEqual([416, 'bytes */10', ''])
  expect(await read()).toEqual([200, undefined, '0123456789'])
  const huge = '9'.repeat(400)
  expect(await read(`bytes=2-${huge}`)).toEqual([206, 'bytes 2-9/10', '23456789'])
  expect(await read(`bytes=${huge}-${huge}`)).toEqual([416, 'bytes */10', ''])
  for (const other of ['bytes=-3', 'bytes=1-2,4-5', 'lines=1-2']) expect(await read(other)).toEqual(await read())
})

it('DIR-05 another file in the place of the tiles is another one to browsers', async () => {
  const tagOf = async () =>
    (await call('GET', '/api/service/map/tiles', undefined, { range: 'bytes=0-1' })).headers.etag
  const before = await tagOf()
  expect(await tagOf()).toBe(before)
  writeFileSync(join(folder, 'next'), 'abcdefghij')
  utimesSync(join(folder, 'next'), 1, 1)
  symlinkSync('next', join(folder, 'link'))
  renameSync(join(folder, 'link'), tiles)
  expect(await tagOf()).not.toBe(before)
  expect(String((await call('GET', '/api/service/map/tiles')).bytes)).toBe('abcdefghij')
})

it('DIR-05 the map names the larger towns in view', async () => {
  const { items } = (await call('GET', '/api/service/map/towns?view=-79,42.8,-78.7,43')).body
  expect(items[0]).toEqual({ name: 'Buffalo', latitude: expect.closeTo(42.9, 1), longitude: expect.closeTo(-78.85, 1) })
  expect(items.length).toBeLessThanOrEqual(40)
  expect((await call('GET', '/api/service/map/towns?view=-150,20,-149,21')).body.items).toEqual([])
})

it('DIR-05 only the site of a configured style may be asked for the map', async () => {
  const styled = await startTestApp({ MAP_STYLE_URL: 'https://tiles.example.org/maps/style.json' })
  const { call: reader } = await styled.someone()
  expect((await reader('GET', '/api/service/map/base')).body).toEqual({
    styleUrl: 'https://tiles.example.org/maps/style.json',
    hasTiles: false,
  })
  expect((await reader('GET', '/api/service/map/tiles')).status).toBe(404)
  const policyOf = async ({ anonymous }: typeof styled) =>
    /connect-src ([^;]*)/.exec(String((await anonymous('GET', '/')).headers['content-security-policy']))?.[1]
  expect(await policyOf(styled)).toBe("'self' https://tiles.example.org")
  expect(await policyOf(product)).toBe("'self'")
  const both = { DATA_DIR: folder, MAP_PMTILES: tiles, MAP_STYLE_URL: 'https://tiles.example.org/style.json' }
  expect(() => readConfig(both)).toThrow('MAP_STYLE_URL and MAP_PMTILES: give one of them')
  for (const wrong of [join(folder, 'missing'), folder])
    await expect(startTestApp({ MAP_PMTILES: wrong })).rejects.toThrow('MAP_PMTILES: there is no file')
})
