import { redirect } from 'react-router'
import { currentUser } from '#platform/web/guards.ts'
import { userHasRole } from '#platform/web/session-user.ts'

/** Where to go after signing in: the page that was asked for, else the home of the role. Only paths of this site count. */
export async function homeRedirect() {
  const asked = sessionStorage.getItem('redirectUrl')
  sessionStorage.removeItem('redirectUrl')
  if (asked && /^\/(?![/\\])/.test(asked) && !asked.startsWith('/home/redirect')) throw redirect(asked)
  const user = await currentUser()
  throw redirect(userHasRole(user, 'platform-admin') ? '/admin/review' : '/home')
}
