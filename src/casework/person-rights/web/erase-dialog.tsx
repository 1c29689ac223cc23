import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { forgetPeopleLists } from '#casework/clients/web/list-parts-public.ts'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { ApiError, api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { LastingDialog } from '#ui/lasting-dialog.tsx'
import type { OpenReferral } from '../erasure.ts'

interface EraseDialogProps {
  contactId: string
  name: string
  onClose: () => void
}

/** Erases a person permanently after their name was entered. Open referrals must be closed first. */
export function EraseDialog({ contactId, name, onClose }: EraseDialogProps) {
  const { t } = useTranslation(['person-rights', 'platform'])
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [open, setOpen] = useState<OpenReferral[]>([])
  const isErased = useRef(false)
  useEffect(
    () => () => {
      // The page that shows this ends with it. Its queries are inactive a moment later.
      if (isErased.current) setTimeout(() => queryClient.removeQueries({ type: 'inactive' }))
    },
    [],
  )

  const fail = (failure: unknown) => {
    if (failure instanceof ApiError && failure.code === 'referrals-open')
      return setOpen(failure.body.referrals as OpenReferral[])
    if (failure instanceof ApiError && failure.status === 400) return setError(t('erase.otherName'))
    notify(t('platform:notice.wentWrong'), 'bad')
  }
  const erase = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    setError(null)
    try {
      await api.post(`/api/contact/${contactId}/erase`, { name: typed }, { quiet: true })
      notify(t('erase.done'))
      forgetPeopleLists()
      // Leaves the record's page first, because it would reload the record.
      isErased.current = true
      await navigate('/people', { replace: true })
    } catch (failure) {
      fail(failure)
      setSending(false)
    }
  }
  return (
    <LastingDialog title={t('erase.title', { name })} width={520} onClose={onClose}>
      <form onSubmit={erase} noValidate>
        <Stack gap="md">
          <p style={{ margin: 0 }}>{t('erase.text')}</p>
          {open.length > 0 && <OpenReferrals referrals={open} />}
          <TextInput
            label={t('erase.type', { name })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={error}
            maxLength={201}
            autoComplete="off"
            required
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isSending}>
              {t('erase.cancel')}
            </Button>
            <Button type="submit" loading={isSending}>
              {t('erase.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </LastingDialog>
  )
}

function OpenReferrals({ referrals }: { referrals: OpenReferral[] }) {
  const { t } = useTranslation('person-rights')
  return (
    <Alert role="alert" title={t('erase.open')}>
      <ul>
        {referrals.map(({ id, organizationName }) => (
          <li key={id}>
            <Link to={`/referrals/${id}`}>{shownName(organizationName)}</Link>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
