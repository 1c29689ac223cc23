import { api } from '#platform/web/api.ts'
import { notifyOtherTabs } from '#platform/web/session-channel.ts'
import { forgetUser } from '#platform/web/session-user.ts'

/** Returns to the person's own account, or to the front page if their own session has ended too. */
export async function endImpersonation() {
  const isBack = await api
    .post('/api/portalAccount/impersonate/end', undefined, { quiet: true, staysOn401: true })
    .then(() => true)
    .catch(() => false)
  forgetUser()
  notifyOtherTabs('user-changed')
  location.assign(isBack ? '/home/redirect' : '/')
}
