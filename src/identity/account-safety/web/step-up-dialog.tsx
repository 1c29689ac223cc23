import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { LoadedMethod } from '#identity/accounts/web/sign-in-method-public.ts'
import { notifyOtherTabs, notifyTab } from '#platform/web/session-channel.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ConfirmMethods, waysOf } from './confirm-methods.tsx'
import classes from './step-up-dialog.module.css'

export interface StepUpDialogProps {
  methods: LoadedMethod[]
  onConfirmed: () => Promise<void>
  onCancel: () => void
}

/** Asks for a confirmation of identity over the current screen, which stays as it is. */
export function StepUpDialog({ methods, onConfirmed, onCancel }: StepUpDialogProps) {
  const { t } = useTranslation(['accounts', 'platform'])
  // Until they are loaded, and if loading fails, only the password is offered.
  const { data } = useQuery(waysOf(methods, false))
  const confirm = async () => {
    // The session has a new token; this tab's clock and stream and the other tabs must learn of it.
    notifyTab('kept')
    notifyOtherTabs('kept')
    await onConfirmed()
  }
  return (
    <Dialog
      opened
      onClose={onCancel}
      title={t('reauthenticate.title')}
      size="calc(440px)"
      zIndex={990}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <p className={classes.why}>{t('reauthenticate.why')}</p>
      <ConfirmMethods isHalfOpen={false} found={data ?? []} methods={methods} onConfirmed={confirm} />
      <div className={classes.leave}>
        <Button variant="subtle" onClick={onCancel}>
          {t('platform:form.cancel')}
        </Button>
      </div>
    </Dialog>
  )
}
