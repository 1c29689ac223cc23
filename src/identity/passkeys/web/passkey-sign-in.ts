import i18next from 'i18next'
import { configuration } from '#platform/web/configuration.ts'
import { notify } from '#platform/web/notify.ts'
import { addTexts, loadTexts } from '#platform/web/texts.ts'
import { signInFailureOf, signInWithPasskey } from './passkey-ceremony.ts'

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
    notify(i18next.t(`passkeys:${signInFailureOf(error)}`, { product: configuration().productName }), 'bad')
    throw error
  }
}
