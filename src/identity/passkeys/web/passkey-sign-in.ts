import i18next from 'i18next'
import { ApiError } from '#platform/web/api.ts'
import { configuration } from '#platform/web/configuration.ts'
import { notify } from '#platform/web/notify.ts'
import { addTexts, loadTexts } from '#platform/web/texts.ts'
import { failureOf, signInWithPasskey } from './passkey-ceremony.ts'

function failureText(error: unknown) {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 406) return 'notActive'
  if (status === 403) return error instanceof ApiError && error.code === 'account-frozen' ? 'frozen' : 'notVerified'
  return failureOf(error) === 'stopped' ? 'signInStopped' : 'signInFailed'
}

/**
 * The action of the passkey button in the sign-in form; loaded on click, so that the front page stays small. Leaves the
 * page on success, and shows the reason on failure.
 */
export async function signIn() {
  addTexts(import.meta.glob('/src/identity/passkeys/texts/{en,es}.json'))
  await loadTexts('passkeys')
  try {
    const { forcePasswordReset, redirectUrl } = await signInWithPasskey()
    if (forcePasswordReset && !sessionStorage.getItem('redirectUrl')) sessionStorage.setItem('redirectUrl', redirectUrl)
    location.assign(forcePasswordReset ? '/auth/forceReset' : redirectUrl)
  } catch (error) {
    notify(i18next.t(`passkeys:${failureText(error)}`, { product: configuration().productName }), 'bad')
    throw error
  }
}
