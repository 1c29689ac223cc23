import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#platform/web/api.ts'
import { configuration } from '#platform/web/configuration.ts'
import { notify } from '#platform/web/notify.ts'
import { usePossible } from '#platform/web/use-possible.ts'
import type { Elsewhere } from '../sign-on.ts'

const quiet = { quiet: true, staysOn401: true }

/** A button to confirm one's identity at the provider, and return; shown only if an identity is linked. */
export function SignOnConfirm({ returnUrl }: { returnUrl: string | null }) {
  const { t } = useTranslation('single-sign-on')
  const [isBusy, setBusy] = useState(false)
  const provider = configuration().signOnName
  const isPossible = usePossible('/api/singleSignOn/confirm', provider !== null)
  if (!isPossible) return null
  const confirm = async () => {
    setBusy(true)
    try {
      const { url } = await api.post<Elsewhere>('/api/singleSignOn/confirm', { returnUrl }, quiet)
      if (url) location.assign(url)
    } catch {
      setBusy(false)
      notify(t('section.outcome.unreachable'), 'bad')
    }
  }
  return (
    <Button
      variant="default"
      fullWidth
      leftSection={<IconExternalLink aria-hidden="true" size={20} />}
      loading={isBusy}
      onClick={confirm}
    >
      {t('section.confirm', { provider })}
    </Button>
  )
}
