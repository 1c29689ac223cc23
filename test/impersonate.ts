import type { Caller, TestApp } from './app.ts'
import { PASSWORD } from './factories.ts'

/** Signs in and impersonates an account; makes calls as it. */
export async function impersonate(product: TestApp, email: string, accountId: string): Promise<Caller> {
  const post = async (url: string, payload: object, cookie = '') => {
    const answer = await product.app.inject({ method: 'POST', url, payload, headers: { cookie } })
    return answer.cookies
      .filter((each) => each.value)
      .map((each) => `${each.name}=${each.value}`)
      .join('; ')
  }
  const own = await post('/api/authentication/login', { email, password: PASSWORD })
  const url = `/api/portalAccount/impersonate?portalAccountId=${accountId}`
  return product.withCookie(await post(url, { reason: 'They asked why a referral is missing' }, own))
}
