import { Button, Input } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignInAgainProps } from '#identity/accounts/web/sign-in-method-public.ts'
import { configuration } from '#platform/web/configuration.ts'
import { signInFailureOf, signInWithPasskey } from './passkey-ceremony.ts'
import { worksHere } from './passkey-support.ts'

/** A button to sign in again with a passkey; shown only if the account has one and it works here. */
export function PasskeySignInAgain({ user, onSignedIn }: SignInAgainProps) {
  const { t } = useTranslation('passkeys')
  const [isBusy, setBusy] = useState(false)
  // Snackbars are below this dialog.
  const [failure, setFailure] = useState<ReturnType<typeof signInFailureOf> | null>(null)
  if (!user.signInMethods.includes('passkey') || !worksHere()) return null
  const signIn = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await signInWithPasskey({ accountId: user.id })
      await onSignedIn()
    } catch (error) {
      setFailure(signInFailureOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint aria-hidden="true" size={20} />}
        loading={isBusy}
        onClick={signIn}
      >
        {t('confirm')}
      </Button>
      {failure && (
        <Input.Error size="md" role="alert">
          {t(failure, { product: configuration().productName })}
        </Input.Error>
      )}
    </>
  )
}
