import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { notify } from '#platform/web/notify.ts'
import { Dialog } from '#ui/dialog.tsx'
import { type MyPasskeys, PasskeyRename } from '../passkey.ts'
import { addPasskey, failureOf } from './passkey-ceremony.ts'

type Passkey = MyPasskeys['items'][number]
type Close = (changed: boolean) => void

function PasskeyDialog({ title, onClose, children }: { title: string; onClose: Close; children: ReactNode }) {
  const { t } = useTranslation('platform')
  return (
    <Dialog
      opened
      onClose={() => onClose(false)}
      title={title}
      size={480}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      {children}
    </Dialog>
  )
}

function NameForm({
  initial,
  lead,
  submitLabel,
  onClose,
  onName,
}: {
  initial: string
  lead?: string
  submitLabel: string
  onClose: Close
  onName: (name: string) => Promise<void>
}) {
  const { t } = useTranslation(['passkeys', 'platform'])
  const form = useContractForm({
    contract: PasskeyRename,
    texts: 'passkeys',
    initial: { name: initial },
    onSubmit: ({ name }) => onName(name),
    onFailure: (error) => {
      // Without a fresh authentication, the page is about to ask for one.
      if (error instanceof ApiError && (error.status === 401 || error.errors.some((e) => e.path === 'name'))) return
      notify(t(failureOf(error)), 'bad')
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        {lead && <p>{lead}</p>}
        <Field form={form} name="name" autoComplete="off" />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onClose(false)}>
            {t('platform:form.cancel')}
          </Button>
          <Button type="submit" loading={form.isSending}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Asks for a name, then opens the device's own dialog. */
export function AddPasskeyDialog({ onClose }: { onClose: Close }) {
  const { t } = useTranslation('passkeys')
  const onName = async (name: string) => {
    await addPasskey(name)
    notify(t('added'))
    onClose(true)
  }
  return (
    <PasskeyDialog title={t('add')} onClose={onClose}>
      <NameForm
        initial={t('defaultName')}
        lead={t('addLead')}
        submitLabel={t('continue')}
        onClose={onClose}
        onName={onName}
      />
    </PasskeyDialog>
  )
}

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: Close }) {
  const { t } = useTranslation(['passkeys', 'platform'])
  const onName = async (name: string) => {
    await api.put(`/api/passkey/${passkey.id}`, { name }, { quiet: true })
    notify(t('renamed'))
    onClose(true)
  }
  return (
    <PasskeyDialog title={t('rename')} onClose={onClose}>
      <NameForm initial={passkey.name} submitLabel={t('platform:form.save')} onClose={onClose} onName={onName} />
    </PasskeyDialog>
  )
}

const reasons = ['last-sign-in-method', 'last-second-factor'] as const

export function RemovePasskeyDialog({
  passkey,
  whyNot,
  onClose,
}: {
  passkey: Passkey
  whyNot: MyPasskeys['whyNotRemovable']
  onClose: Close
}) {
  const { t } = useTranslation(['passkeys', 'platform'])
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await api.delete(`/api/passkey/${passkey.id}`, { quiet: true })
      notify(t('removed'))
      onClose(true)
    } catch (error) {
      setBusy(false)
      if (error instanceof ApiError && error.status === 401) return
      const reason = error instanceof ApiError && reasons.find((one) => one === error.code)
      notify(t(reason ? `whyNotRemovable.${reason}` : 'platform:notice.wentWrong'), 'bad')
    }
  }
  return (
    <PasskeyDialog title={t('removeTitle')} onClose={onClose}>
      <Stack gap="md">
        <p>{whyNot ? t(`whyNotRemovable.${whyNot}`) : t('removeText', { name: passkey.name })}</p>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onClose(false)}>
            {t('platform:form.cancel')}
          </Button>
          {!whyNot && (
            <Button color="red" loading={isBusy} onClick={remove}>
              {t('remove')}
            </Button>
          )}
        </Group>
      </Stack>
    </PasskeyDialog>
  )
}
