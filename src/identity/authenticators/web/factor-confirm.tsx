import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { ApiError, api } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { notify } from '#platform/web/notify.ts'
import { forgetUser } from '#platform/web/session-user.ts'
import { type Authenticator, VerifyOtp, VerifyRecovery } from '../authenticator.ts'
import { failureText, requestCode } from './authenticator-calls.ts'

const quiet = { quiet: true, staysOn401: true }

/** The session itself has ended: there is nothing left to confirm. */
function leaveWhenOver(error: unknown) {
  if (!(error instanceof ApiError && error.status === 401)) return false
  forgetUser()
  location.assign('/')
  return true
}

interface ConfirmProps {
  onConfirmed: () => Promise<void>
}

/** Asks for a code of one authenticator; if its codes are sent, one is sent on request. */
export function AuthenticatorConfirm({ authenticator, onConfirmed }: ConfirmProps & { authenticator: Authenticator }) {
  const { t } = useTranslation('authenticators')
  const { authenticator_type: type, oob_channel: channel, name } = authenticator
  const [oobCode, setOobCode] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const send = async () => {
    setAsking(true)
    try {
      const { oob_code } = await requestCode(authenticator.id, { staysOn401: true })
      setOobCode(oob_code)
      notify(t('confirm.sent'))
    } catch (error) {
      if (!leaveWhenOver(error)) notify(failureText(error), 'bad')
    } finally {
      setAsking(false)
    }
  }
  const lead = type === 'otp' ? t('confirm.app') : t(`confirm.${channel ?? 'email'}`, { to: name ?? '' })
  if (type === 'oob' && !oobCode)
    return (
      <Stack gap="md">
        <Text>{lead}</Text>
        <Button loading={isAsking} onClick={send}>
          {t('confirm.send')}
        </Button>
      </Stack>
    )
  return (
    <ConfirmForm
      contract={VerifyOtp}
      name="otp_code"
      lead={lead}
      takesFocus={oobCode !== null}
      verify={({ otp_code }) =>
        oobCode
          ? api.post('/api/mfa/verifyOob', { otp_code, oob_code: oobCode }, quiet)
          : api.post('/api/mfa/verifyOtp', { otp_code }, quiet)
      }
      onConfirmed={onConfirmed}
    >
      {oobCode && (
        <Button variant="subtle" loading={isAsking} onClick={send}>
          {t('confirm.again')}
        </Button>
      )}
    </ConfirmForm>
  )
}

/** Asks for a recovery code. */
export function RecoveryConfirm({ onConfirmed }: ConfirmProps) {
  const { t } = useTranslation('authenticators')
  return (
    <ConfirmForm
      contract={VerifyRecovery}
      name="recovery_code"
      lead={t('confirm.recovery')}
      verify={(given) => api.post('/api/mfa/verifyRecovery', given, quiet)}
      onConfirmed={onConfirmed}
    />
  )
}

interface ConfirmFormProps<Shape extends z.ZodRawShape> extends ConfirmProps {
  contract: z.ZodObject<Shape>
  name: keyof Shape & string
  lead: string
  /** The button that led here had the focus, and has been removed. */
  takesFocus?: boolean
  verify: (given: z.output<z.ZodObject<Shape>>) => Promise<unknown>
  children?: React.ReactNode
}

function ConfirmForm<Shape extends z.ZodRawShape>(props: ConfirmFormProps<Shape>) {
  const { contract, name, lead, takesFocus = false, verify, onConfirmed, children } = props
  const { t } = useTranslation('authenticators')
  const form = useContractForm<Shape>({
    contract,
    texts: 'authenticators',
    initial: { [name]: '' },
    onSubmit: async (given) => {
      await verify(given)
      await onConfirmed()
    },
    onFailure: (error) => {
      if (leaveWhenOver(error)) return
      form.set(name, '')
      form.setErrors({ [name]: failureText(error) })
    },
  })
  const shape = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (takesFocus) shape.current?.querySelector('input')?.focus()
  }, [takesFocus])
  return (
    <form ref={shape} onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <Text>{lead}</Text>
        <Field form={form} name={name} />
        <Button type="submit" loading={form.isSending}>
          {t('confirm.submit')}
        </Button>
        {children}
      </Stack>
    </form>
  )
}
