import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { notify } from '#platform/web/notify.ts'
import { Dialog } from '#ui/dialog.tsx'
import type { ConsentShown } from '../consent.ts'
import type { Contact } from '../contact-record.ts'
import { ConsentFields } from './consent-fields.tsx'
import { recordConsent, withdrawConsent } from './contact-calls.ts'
import classes from './contacts.module.css'
import { useConsentForm } from './use-consent-form.ts'

interface ConsentDialogProps {
  contact: Contact
  onClose: () => void
}

/** Records what a person allows, beside what they allowed before. */
export function RecordConsentDialog({ contact, onClose }: ConsentDialogProps) {
  const { t } = useTranslation(['contacts', 'platform'])
  const form = useConsentForm(async (consent) => {
    await recordConsent(contact.id, consent)
    notify(t('consent.recorded'))
    onClose()
  }, contact.birthDate)
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title={t('consent.recordFor', { name: `${contact.firstName} ${contact.lastName}` })}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <form className={classes.dialog} noValidate onSubmit={form.submit}>
        <ConsentFields form={form} />
        <div className={classes.actions}>
          <Button type="submit" loading={form.isSending}>
            {t('consent.save')}
          </Button>
          <Button variant="subtle" onClick={onClose}>
            {t('platform:form.cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Asks before a consent ends: nothing more can be shared under it. */
export function WithdrawConsentDialog({ contact, consent, onClose }: ConsentDialogProps & { consent: ConsentShown }) {
  const { t } = useTranslation(['contacts', 'platform'])
  const withdrawal = useMutation({
    mutationFn: () => withdrawConsent(contact.id, consent.id),
    onSuccess: () => {
      notify(t('consent.withdrawnNow'))
      onClose()
    },
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('consent.withdrawTitle')}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <div className={classes.dialog}>
        <p>{t('consent.withdrawText')}</p>
        <div className={classes.actions}>
          <Button loading={withdrawal.isPending} onClick={() => withdrawal.mutate()}>
            {t('consent.withdrawNow')}
          </Button>
          <Button variant="subtle" onClick={onClose}>
            {t('platform:form.cancel')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
