import { api } from '#platform/web/api.ts'
import { notifyOtherTabs } from '#platform/web/session-channel.ts'
import { forgetUser } from '#platform/web/session-user.ts'

let ending: Promise<void> | undefined

/**
 * Returns to the person's own account, or to the front page if their own session has ended too. Once for a page: when an
 * impersonation ends, calls that were on their way are refused and want to end it too, and a second end would be refused
 * and lead to the front page.
 */
export function endImpersonation() {
  ending ??= end()
  return ending
}

async function end() {
  const isBack = await api
    .post('/api/portalAccount/impersonate/end', undefined, { quiet: true, staysOn401: true })
    .then(() => true)
    .catch(() => false)
  forgetUser()
  notifyOtherTabs('user-changed')
  location.assign(isBack ? '/home/redirect' : '/')
}
