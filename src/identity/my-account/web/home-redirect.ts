import { redirect } from 'react-router'
import { returnPath } from '#identity/accounts/return-path.ts'
import { currentUser } from '#platform/web/guards.ts'
import { userHasRole } from '#platform/web/session-user.ts'

/** Where to go after signing in: the page that was asked for, else the home of the role. Only paths of this site count. */
export async function homeRedirect() {
  const asked = returnPath(sessionStorage.getItem('redirectUrl'), location.origin, '')
  sessionStorage.removeItem('redirectUrl')
  // The screens of signing in are no place to come back to.
  if (asked && !/^\/(home\/redirect|auth\/)/.test(asked)) throw redirect(asked)
  const user = await currentUser()
  throw redirect(userHasRole(user, 'platform-admin') ? '/admin/review' : '/home')
}
