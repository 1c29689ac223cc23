import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'

const product = await startTestApp()
const { add, makeProvider, makePlace } = directoryOf(product)

it('ORG-05 ORG-06 edits and previews of places, services and the profile of one organization wait for each other', async () => {
  const { id: organizationId } = await makeProvider()
  const { call } = await product.someone({ organizationId, roles: ['organization-admin'] })
  const address = { address1: '1 Elm St', city: 'Olney', stateProvince: 'IL', postalCode: '62450' }
  const count = [0, 1, 2, 3]
  const services = await Promise.all(count.map((n) => add('service', { organizationId, name: `Advice ${n}` })))
  // Each service at each place: an edit of a place changes all their search rows.
  const places: string[] = []
  for (const [n, service] of services.entries()) {
    const place = await makePlace(service, { organizationId, name: `House ${n}` }, address)
    places.push(place)
    for (const serviceId of services)
      if (serviceId !== service) await add('serviceAtLocation', { serviceId, locationId: place })
  }
  const hoursFrom = (n: number) => ({
    days: Array(7).fill({ state: 'open', spans: [{ opensAt: `0${n}:00`, closesAt: '20:00' }] }),
    rules: [],
  })
  for (const round of [1, 2]) {
    const phones = [{ number: `716-555-012${round}`, extension: null, type: 'voice', description: null }]
    const postalCode = round % 2 ? '14203' : '62450'
    const [first = '', second = '', third = '', fourth = ''] = places
    const answers = await Promise.all([
      ...places.map((id) =>
        call('PUT', `/api/location/${id}`, {
          version: round,
          changes: { postalCode, phones, hours: { [id]: hoursFrom(round) } },
        }),
      ),
      ...services.map((id) =>
        call('PUT', `/api/service/${id}`, {
          version: round,
          changes: { waitTime: `${round} weeks`, hours: { [first]: hoursFrom(round), [fourth]: hoursFrom(round + 1) } },
        }),
      ),
      ...[second, third].map((id) =>
        call('POST', `/api/location/${id}/preview`, {
          version: round,
          changes: { city: 'Noble' },
        }),
      ),
      call('PUT', `/api/organization/${organizationId}/editor`, {
        version: round,
        changes: { alternateName: `Aid ${round}` },
      }),
      call('POST', `/api/organization/${organizationId}/preview`, {
        version: round,
        changes: { description: 'Help' },
      }),
      call('POST', '/api/service/', { name: `Advice in round ${round}`, locationIds: places }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([...Array(12).fill(200), 201])
  }
})
