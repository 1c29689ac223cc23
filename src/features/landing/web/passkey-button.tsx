import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { configuration } from '#platform/web/configuration.ts'
import { notify } from '#platform/web/notify.ts'
import { ActionButton } from '#ui/action.tsx'

interface LoggedIn {
  forcePasswordReset: boolean
  redirectUrl: string
}

/** Signs in with a passkey, where passkeys work. What it needs is fetched when it is pressed. */
export function PasskeyButton({
  onSignedIn,
  onRefused,
}: {
  onSignedIn: (answer: LoggedIn) => void
  onRefused: (error: unknown) => string
}) {
  const { t } = useTranslation('landing')
  const [isBusy, setBusy] = useState(false)
  const { passkeyOrigin, productName } = configuration()
  if (passkeyOrigin !== location.origin || !('PublicKeyCredential' in window)) return null
  const signIn = async () => {
    setBusy(true)
    const { failureOf, signInWithPasskey } = await import('#features/passkeys/web/passkey-sign-in-public.ts')
    try {
      onSignedIn(await signInWithPasskey())
    } catch (error) {
      notify(t(failureOf(error) === 'stopped' ? 'passkeyStopped' : onRefused(error), { product: productName }), 'bad')
      setBusy(false)
    }
  }
  return (
    <ActionButton look="quiet" isBusy={isBusy} onClick={signIn}>
      {t('passkey')}
    </ActionButton>
  )
}
