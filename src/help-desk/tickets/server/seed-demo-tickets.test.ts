import { expect, it } from 'vitest'
import { seedDemo } from '#root/src/demo.ts'
import { startTestApp } from '#test/app.ts'

it('HD-01 the demo community has tickets in order, with notes and a screenshot that opens', async () => {
  const app = await startTestApp()
  await seedDemo(app.database, app.store)
  const call = await app.signIn('support@demo.hearthline.test', 'Hearthline-demo-2026')
  const path = '/api/supportPortal/supportRequest/'
  const { items } = (await call('GET', path)).body
  expect(items).toHaveLength(7)
  expect(items.map((item: { ticketNumber: string }) => item.ticketNumber)).toEqual(
    [7, 6, 5, 4, 3, 2, 1].map((number) => `HD-00000${number}`),
  )
  const [newest, second] = await Promise.all(
    items.slice(0, 2).map(async ({ id }: { id: string }) => (await call('GET', `${path}${id}`)).body),
  )
  expect(newest).toMatchObject({ status: 'Open', fromOrganization: { name: 'Eastside Food Bank' } })
  expect(second.notes).toHaveLength(1)
  const answers = (await call('GET', `${path}${items[0].id}/cannedAnswer?text=picture`)).body
  expect(answers.items[0].text).toContain('Hello Maria')
  const oldest = (await call('GET', `${path}${items[6].id}`)).body
  expect(oldest.notes.map(({ visibility }: { visibility: string }) => visibility)).toEqual(['public', 'internal'])
  // Their times are in the past, like their events.
  const { total } = (await call('GET', '/api/supportPortal/measure/?clock=all')).body
  expect(total).toMatchObject({ tickets: 7, answered: 5, waiting: 2, closed: 2 })
  expect([total.response, total.resolution].map(({ median }) => Math.round(median / 60))).toEqual([12 * 60, 13 * 60])
  const [{ fileId }] = newest.supportRequestFiles
  const shown = await call('GET', `/api/file/${fileId}`)
  expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/png'])
})
