import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { logFailure } from '#platform/web/error-reporting.ts'
import { Field } from '#platform/web/field.tsx'
import { notify } from '#platform/web/notify.ts'
import { CodeForm } from '../authenticator.ts'
import { failureText, isKnownFailure } from './authenticator-calls.ts'

interface CodeStepProps {
  children: ReactNode
  verify: (code: string) => Promise<void>
  onCancel: () => void
  /** Called with a failure, in addition to the text at the field. */
  onFailure?: (error: unknown) => void
}

/** The second step of an enrollment: entering the six-digit code. */
export function CodeStep({ children, verify, onCancel, onFailure }: CodeStepProps) {
  const { t } = useTranslation(['authenticators', 'platform'])
  const form = useContractForm({
    contract: CodeForm,
    texts: 'authenticators',
    initial: { otp_code: '' },
    onSubmit: ({ otp_code }) => verify(otp_code),
    onFailure: (error) => {
      if (error instanceof ApiError && error.status === 401) return
      logFailure(error)
      // If the server says nothing about the code itself, the general notification is shown (D-HTTP-2).
      if (isKnownFailure(error)) form.setErrors({ otp_code: failureText(error) })
      else notify(t('platform:notice.wentWrong'), 'bad')
      onFailure?.(error)
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        {children}
        <Field form={form} name="otp_code" />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('platform:form.cancel')}
          </Button>
          <Button type="submit" loading={form.isSending}>
            {t('enrollPhone.verify')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
