import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'

const product = await startTestApp()
const { call } = await product.someone()
const { add, makeProvider, makePlace } = directoryOf(product)
const yearsAgo = (years: number) => new Date(Date.now() - years * 366 * 86_400_000).toISOString().slice(0, 10)
const address = { address1: '1 Elm St', city: 'Olney', stateProvince: 'IL', postalCode: '62450' }

/** Services whose names say when they were confirmed, each at a place so many miles north of Olney. */
async function makeServices(word: string, given: [name: string, years: number | null, milesAway: number][]) {
  const { id: organizationId } = await makeProvider()
  const olney = await product.database
    .selectFrom('place')
    .selectAll()
    .where('zip', '=', '62450')
    .executeTakeFirstOrThrow()
  for (const [name, years, miles] of given) {
    const serviceId = await add('service', {
      ...{ organizationId, name: `${word} ${name}` },
      assuredDate: years === null ? null : yearsAgo(years),
    })
    const latitude = olney.latitude + miles / 69
    await makePlace(serviceId, { organizationId, name, latitude, longitude: olney.longitude }, address)
  }
}
const names = async (query: string): Promise<string[]> =>
  (await call('GET', `/api/service/?${query}`)).body.items.map(({ name }: { name: string }) => name.split(' ').at(-1))

it('DIR-09 near a place, what was not confirmed for a year counts as two miles farther away', async () => {
  await makeServices('Quilting', [
    ['near-stale', 2, 1],
    ['near-never', null, 1.5],
    ['fresh', 0, 2.5],
    ['far-fresh', 0, 4],
  ])
  const near = 'text=quilting&near=62450&radius=25'
  expect(await names(near)).toEqual(['fresh', 'near-stale', 'near-never', 'far-fresh'])
  // The same page by page.
  const paged: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await call('GET', `/api/service/?${near}&limit=1${cursor ? `&cursor=${cursor}` : ''}`)
    paged.push(...body.items.map(({ name }: { name: string }) => name.split(' ').at(-1)))
    cursor = body.nextCursor
  }
  expect(paged).toEqual(['fresh', 'near-stale', 'near-never', 'far-fresh'])
})

it('DIR-09 by words alone, what was confirmed comes first among equals, and confirming takes effect at once', async () => {
  await makeServices('Weaving', [
    ['alpha', 2, 1],
    ['beta', null, 1],
    ['gamma', 0, 1],
  ])
  expect(await names('text=weaving')).toEqual(['gamma', 'alpha', 'beta'])
  await product.database
    .updateTable('service')
    .set({ assuredDate: yearsAgo(0) } as never)
    .where('name', '=', 'Weaving beta')
    .execute()
  expect(await names('text=weaving')).toEqual(['beta', 'gamma', 'alpha'])
})
