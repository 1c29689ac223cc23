import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { phoneText } from '#platform/schema/phone-number.ts'
import { ApiError, api } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { notify } from '#platform/web/notify.ts'
import { type Enrollment, PhoneForm } from '../authenticator.ts'
import { failureText, requestCode } from './authenticator-calls.ts'
import { CodeStep } from './code-step.tsx'
import { FactorDialog } from './factor-dialog.tsx'
import { saveIntent } from './factor-intent.ts'
import { RecoveryCodeStep } from './recovery-code-step.tsx'

interface Sent {
  enrollment: Enrollment
  to: string
  oobCode: string
}

/** Enrolls a telephone: number and channel, then the code, then the recovery codes of a first enrollment. */
export function EnrollPhoneDialog({ onFinish, onCancel }: { onFinish: () => void; onCancel: () => void }) {
  const { t } = useTranslation('authenticators')
  const [sent, setSent] = useState<Sent | null>(null)
  const [isDone, setDone] = useState(false)
  if (sent && isDone)
    return (
      <FactorDialog title={t('recovery.title')}>
        <RecoveryCodeStep codes={sent.enrollment.recovery_codes} onFinish={onFinish} />
      </FactorDialog>
    )
  const verify = async (otp_code: string) => {
    await api.post('/api/mfa/verifyOob', { otp_code, oob_code: sent?.oobCode }, { quiet: true })
    notify(t('enrolled'))
    if (sent?.enrollment.recovery_codes.length) setDone(true)
    else onFinish()
  }
  const sendAgain = async (last: Sent) => {
    try {
      const { oob_code } = await requestCode(last.enrollment.id)
      setSent({ ...last, oobCode: oob_code ?? '' })
      notify(t('enrollPhone.sentAgain'))
    } catch (error) {
      notify(failureText(error), 'bad')
    }
  }
  return (
    <FactorDialog title={t('enrollPhone.title')} onCancel={onCancel}>
      {sent ? (
        <CodeStep verify={verify} onCancel={onCancel}>
          <Text>{t('enrollPhone.received', { to: sent.to })}</Text>
          <Button variant="subtle" justify="flex-start" px={0} onClick={() => sendAgain(sent)}>
            {t('enrollPhone.again')}
          </Button>
        </CodeStep>
      ) : (
        <PhoneStep onSent={setSent} onCancel={onCancel} />
      )}
    </FactorDialog>
  )
}

function PhoneStep({ onSent, onCancel }: { onSent: (sent: Sent) => void; onCancel: () => void }) {
  const { t } = useTranslation(['authenticators', 'platform'])
  const form = useContractForm({
    contract: PhoneForm,
    texts: 'authenticators',
    initial: { phoneNumber: '', communicationType: '' },
    onSubmit: async ({ phoneNumber, communicationType }) => {
      const body = {
        authenticator_type: 'oob',
        oob_channel: communicationType,
        phone_number: phoneNumber,
      }
      const enrollment = await api.post<Enrollment>('/api/mfa/', body, { quiet: true })
      onSent({ enrollment, to: phoneText(phoneNumber), oobCode: enrollment.oob_code ?? '' })
    },
    onFailure: (error) => {
      saveIntent(error, { kind: 'phone' })
      if (error instanceof ApiError && error.status === 401) return
      const isImpossible = error instanceof ApiError && error.code === 'phone-codes-unavailable'
      notify(isImpossible ? failureText(error) : t('enrollPhone.sendFailed'), 'bad')
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <Field form={form} name="phoneNumber" autoComplete="tel-national" />
        <Field form={form} name="communicationType" />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('platform:form.cancel')}
          </Button>
          <Button type="submit" loading={form.isSending}>
            {t('enrollPhone.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
