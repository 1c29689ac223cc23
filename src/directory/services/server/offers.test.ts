import { assert, asyncProperty, constantFrom, record } from 'fast-check'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import type { Offer, Relaxed } from '../service-search.ts'
import { importDemoDirectory } from './directory-public.ts'

const app = await startTestApp()
await importDemoDirectory(app.database)
const { call } = await app.someone({ organizationId: (await makeOrganization(app.database)).id })

type Asked = Record<string, string>
const search = async (asked: Asked) => {
  const filled = Object.entries(asked).filter(([, value]) => value)
  const { body } = await call('GET', `/api/service/?${new URLSearchParams([['limit', '200'], ...filled])}`)
  return body as { items: unknown[]; offers: Offer[]; relaxed: Relaxed[] }
}
const leftOut = (relaxed: Relaxed): Asked =>
  relaxed === 'distance' ? { radius: '100' } : relaxed === 'words' || relaxed === 'place' ? {} : { [relaxed]: '' }

const filters = record({
  text: constantFrom('', 'food', 'housing', 'help', 'counseling children', 'zebra meals'),
  near: constantFrom('', '14203', '14213', '60602'),
  radius: constantFrom('', '2', '5', '50'),
  language: constantFrom('', 'Arabic', 'Karen', 'Spanish'),
  free: constantFrom('', 'true'),
  openNow: constantFrom('', 'true'),
  takesReferrals: constantFrom('', 'true'),
})

it('DIR-01 relaxes one condition at a time, and each offer keeps its word when it is followed', async () => {
  let offered = 0
  await assert(
    asyncProperty(filters, async (asked) => {
      const { items, offers, relaxed } = await search(asked)
      const now: Asked = Object.assign({}, asked, ...relaxed.map(leftOut))
      for (const { relax, radius, total } of offers) {
        offered += 1
        const next = await search({ ...now, ...(radius ? { radius: String(radius) } : { [relax]: '' }) })
        expect(total).toBeGreaterThan(items.length)
        expect(next.items).toHaveLength(total)
      }
    }),
    {
      numRuns: 40,
      examples: [
        [
          {
            ...{ text: '', near: '14203', radius: '2', language: 'Arabic', free: '' },
            openNow: '',
            takesReferrals: '',
          },
        ],
      ],
    },
  )
  expect(offered).toBeGreaterThan(5)
})
