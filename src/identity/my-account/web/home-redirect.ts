import { redirect } from 'react-router'
import { returnPath } from '#identity/accounts/return-path.ts'
import { currentUser } from '#platform/web/guards.ts'
import { userHasRole } from '#platform/web/session-user.ts'

/**
 * Where to go after signing in: the requested page, otherwise the role's home screen. Only paths of this site are
 * allowed.
 */
export async function homeRedirect() {
  const asked = returnPath(sessionStorage.getItem('redirectUrl'), location.origin, '')
  sessionStorage.removeItem('redirectUrl')
  // Sign-in screens are not valid targets.
  if (asked && !/^\/(home\/redirect|auth\/)/.test(asked)) throw redirect(asked)
  const user = await currentUser()
  throw redirect(userHasRole(user, 'platform-admin') ? '/admin/review' : '/home')
}
