import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { spokenLanguage } from '#platform/schema/spoken-language.ts'
import { notify } from '#platform/web/notify.ts'
import { useCallId } from '#platform/web/use-call-id.ts'
import { Dialog } from '#ui/dialog.tsx'
import type { Contact } from '../contact-record.ts'
import { ConsentFields } from './consent-fields.tsx'
import { recordConsent } from './contact-calls.ts'
import classes from './contacts.module.css'
import { useConsentForm } from './use-consent-form.ts'

interface ConsentDialogProps {
  contact: Contact
  onClose: () => void
}

/** Records a new consent in addition to earlier ones. */
export function RecordConsentDialog({ contact, onClose }: ConsentDialogProps) {
  const { t } = useTranslation(['clients', 'platform'])
  const { idOf } = useCallId()
  const form = useConsentForm(
    async (consent) => {
      await recordConsent(contact.id, { ...consent, id: idOf(consent) })
      notify(t('consent.recorded'))
      onClose()
    },
    { birthDate: contact.birthDate, language: spokenLanguage(contact.language) },
  )
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
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('platform:form.cancel')}
          </Button>
          <Button type="submit" loading={form.isSending}>
            {t('consent.save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
