import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, NOT_CONFIRMED } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { Card } from '#ui/card.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { PortalAccount } from '../portal-account.ts'
import { mayDeactivate } from '../team-policy.ts'
import { FactorResetButton } from './factor-reset-button.tsx'
import { asPerson, currentViewer } from './requested-change.ts'
import classes from './team.module.css'
import { endSessions, orderReset, setDeactivated } from './team-calls.ts'

/** Deactivates and reactivates an account. */
export function AccessCard({ account }: { account: PortalAccount }) {
  const { t } = useTranslation(['team', 'platform'])
  const [isAsking, setAsking] = useState(false)
  const isOut = account.state === 'deactivated'
  const change = useMutation({
    mutationFn: () => setDeactivated(account.id, !isOut),
    onSuccess: () => {
      notify(t(isOut ? 'access.reactivated' : 'access.deactivated'))
      setAsking(false)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === NOT_CONFIRMED) return
      setAsking(false)
      const isLast = error instanceof ApiError && error.code === 'last-admin'
      notify(isLast ? t('message.last-admin') : t('platform:notice.wentWrong'), 'bad')
    },
  })
  const showFailure = (error: unknown) => {
    if (!(error instanceof ApiError && error.code === NOT_CONFIRMED)) notify(t('platform:notice.wentWrong'), 'bad')
  }
  const signOut = useMutation({
    mutationFn: () => endSessions(account.id),
    onSuccess: ({ ended }) => notify(t('access.ended', { count: ended })),
    onError: showFailure,
  })
  const newPassword = useMutation({
    mutationFn: () => orderReset(account.id),
    onSuccess: () => notify(t('access.resetOrdered', { name: `${account.firstName} ${account.lastName}` })),
    onError: showFailure,
  })
  return (
    <Card labelledBy="account-access" className={classes.section ?? ''}>
      <h2 id="account-access">{t('access.title')}</h2>
      <div className={classes.dialog}>
        <p>{t(isOut ? 'access.outText' : 'access.inText')}</p>
        {mayDeactivate(currentViewer(), asPerson(account)) ? (
          <div className={classes.actions}>
            <Button
              variant="default"
              loading={change.isPending && isOut}
              onClick={() => (isOut ? change.mutate() : setAsking(true))}
            >
              {t(isOut ? 'access.reactivate' : 'access.deactivate')}
            </Button>
            {!isOut && (
              <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
                {t('access.endSessions')}
              </Button>
            )}
            {!isOut && (
              <Button variant="default" loading={newPassword.isPending} onClick={() => newPassword.mutate()}>
                {t('access.orderReset')}
              </Button>
            )}
            {!isOut && <FactorResetButton account={account} />}
          </div>
        ) : (
          <p className={classes.quiet}>{t('access.self')}</p>
        )}
      </div>
      {isAsking && (
        <Dialog
          opened
          onClose={() => setAsking(false)}
          title={t('access.askTitle', { name: `${account.firstName} ${account.lastName}` })}
          closeButtonProps={{ 'aria-label': t('platform:form.close') }}
        >
          <div className={classes.dialog}>
            <p>{t('access.askText')}</p>
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setAsking(false)}>
                {t('platform:form.cancel')}
              </Button>
              <Button loading={change.isPending} onClick={() => change.mutate()}>
                {t('access.deactivate')}
              </Button>
            </Group>
          </div>
        </Dialog>
      )}
    </Card>
  )
}
