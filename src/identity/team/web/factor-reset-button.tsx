import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, NOT_CONFIRMED } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { Dialog } from '#ui/dialog.tsx'
import type { PortalAccount } from '../portal-account.ts'
import classes from './team.module.css'
import { requestFactorReset } from './team-calls.ts'

/** For a person who lost all second factors: requests their removal, which takes three days. */
export function FactorResetButton({ account }: { account: PortalAccount }) {
  const { t } = useTranslation(['team', 'platform'])
  const [isAsking, setAsking] = useState(false)
  const ask = useMutation({
    mutationFn: () => requestFactorReset(account.id),
    onSuccess: () => {
      setAsking(false)
      notify(t('access.resetAsked'))
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === NOT_CONFIRMED) return
      setAsking(false)
      const hasNone = error instanceof ApiError && error.status === 409
      notify(t(hasNone ? 'access.noFactors' : 'platform:notice.wentWrong'), 'bad')
    },
  })
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('access.resetFactors')}
      </Button>
      {isAsking && (
        <Dialog
          opened
          onClose={() => setAsking(false)}
          title={t('access.resetTitle', { name: `${account.firstName} ${account.lastName}` })}
          closeButtonProps={{ 'aria-label': t('platform:form.close') }}
        >
          <div className={classes.dialog}>
            <p>{t('access.resetText')}</p>
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setAsking(false)}>
                {t('platform:form.cancel')}
              </Button>
              <Button loading={ask.isPending} onClick={() => ask.mutate()}>
                {t('access.resetFactors')}
              </Button>
            </Group>
          </div>
        </Dialog>
      )}
    </>
  )
}
