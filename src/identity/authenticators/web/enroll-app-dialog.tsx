import { Button, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import type { Enrollment } from '../authenticator.ts'
import { CodeStep } from './code-step.tsx'
import { copyText } from './copy-text.ts'
import classes from './enroll-app-dialog.module.css'
import { FactorDialog } from './factor-dialog.tsx'
import { RecoveryCodeStep } from './recovery-code-step.tsx'

const inFours = (key: string) => key.match(/.{1,4}/g)?.join(' ') ?? key

interface EnrollAppDialogProps {
  enrollment: Enrollment
  onFinish: () => void
  onCancel: () => void
}

/** Enrolls an authenticator app: QR code or key, then its code, then the recovery codes of a first enrollment. */
export function EnrollAppDialog({ enrollment, onFinish, onCancel }: EnrollAppDialogProps) {
  const { t } = useTranslation('authenticators')
  const [isDone, setDone] = useState(false)
  if (isDone)
    return (
      <FactorDialog title={t('recovery.title')}>
        <RecoveryCodeStep codes={enrollment.recovery_codes} onFinish={onFinish} />
      </FactorDialog>
    )
  const address = enrollment.barcode_uri ?? ''
  const verify = async (otp_code: string) => {
    await api.post('/api/mfa/verifyOtp', { otp_code }, { quiet: true })
    notify(t('enrolled'))
    if (enrollment.recovery_codes.length) setDone(true)
    else onFinish()
  }
  return (
    <FactorDialog title={t('enrollApp.title')} onCancel={onCancel}>
      <CodeStep
        verify={verify}
        onCancel={onCancel}
        onFailure={(error) => {
          if (error instanceof ApiError && error.status === 406) notify(t('enrollApp.failed'), 'bad')
        }}
      >
        <Text>{t('enrollApp.scan')}</Text>
        <div className={classes.picture}>
          <QRCodeSVG value={address} size={200} level="H" title={t('enrollApp.picture')} role="img" />
        </div>
        <SecretKey secret={new URL(address).searchParams.get('secret') ?? ''} />
        <Text>{t('enrollApp.enter')}</Text>
      </CodeStep>
    </FactorDialog>
  )
}

/** The secret as text, for people who cannot scan. */
function SecretKey({ secret }: { secret: string }) {
  const { t } = useTranslation('authenticators')
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    const isDone = await copyText(secret)
    setCopied(isDone)
    if (!isDone) notify(t('recovery.notCopied'), 'bad')
  }
  return (
    <>
      <Text>{t('enrollApp.cannotScan')}</Text>
      <code className={classes.key}>{inFours(secret)}</code>
      <Button
        variant="default"
        leftSection={isCopied ? <IconCheck aria-hidden="true" size={18} /> : <IconCopy aria-hidden="true" size={18} />}
        onClick={copy}
      >
        {t(isCopied ? 'enrollApp.copied' : 'enrollApp.copy')}
      </Button>
    </>
  )
}
