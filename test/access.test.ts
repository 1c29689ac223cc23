import { describe, expect, it } from 'vitest'
import { accessTable, callers, makeWorld } from './access-table.ts'
import { type Caller, startTestApp } from './app.ts'

const product = await startTestApp()
const { world, as } = await makeWorld(product)
const signedIn = new Map<string, Caller>()
for (const caller of callers) signedIn.set(caller, caller === 'anonymous' ? product.anonymous : await as(caller))
const plain = (url: string) => (url.length > 1 ? url.replace(/\/$/, '') : url)

it('D-PERM-1 the table names every call of the product, and nothing else', () => {
  const calls = new Set(
    product.app.routeAccess.filter((r) => r.method !== 'HEAD').map((r) => `${r.method} ${plain(r.url)}`),
  )
  expect(Object.keys(accessTable).sort()).toEqual([...calls].sort())
})

const refusals = new Set([401, 403, 404])
/** Static files that may not be built on the test machine, and lookups of things that do not exist. */
const mayBeMissing =
  /^GET \/(assets|demo|early|favicon|robots|icon|sw|manifest|offline)|intakeLink\/open|recordLink\/open|consentRequest\/open|answerLink\/open|taxStatus\/:id|getQuestions\/:id|byPortalAccountEmail|jwtReset\/getAccount|verification\/|hsds\/\w+\/:id|singleSignOn\/(start|link)$|passkey\/confirm\/options|map\/tiles/

describe('D-PERM-1', () => {
  for (const [call, row] of Object.entries(accessTable)) {
    const [method, pattern] = call.split(' ') as [string, string]
    it(`${call} is open to ${row.reach.length === callers.length ? 'everybody' : row.reach.join(', ') || 'nobody with wrong words'}`, async () => {
      const path = row.path?.(world) ?? pattern
      const wrong: string[] = []
      for (const caller of callers) {
        // The stream never ends, and signing out would end the caller's own session; both have separate tests.
        if (/event\/stream|logout/.test(call) && caller !== 'anonymous') continue
        const make = signedIn.get(caller) as Caller
        const { status, body } = await make(method, path, row.body?.(world))
        if (status >= 500) wrong.push(`${caller}: ${status}`)
        const isRefused = refusals.has(status) || status === row.atTheField
        const shouldReach = row.reach.includes(caller)
        if (shouldReach && isRefused && !(mayBeMissing.test(call) && status === 404 && body?.code !== 'forbidden'))
          wrong.push(`${caller} is refused: ${status} ${JSON.stringify(body)}`)
        if (!shouldReach && !isRefused) wrong.push(`${caller} gets through: ${status}`)
        if (!shouldReach && caller === 'anonymous' && status !== 401)
          wrong.push(`anonymous gets ${status} instead of 401`)
      }
      expect(wrong).toEqual([])
    })
  }
})
