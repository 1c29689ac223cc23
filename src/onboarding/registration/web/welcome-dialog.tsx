import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { configuration } from '#platform/web/configuration.ts'
import { Dialog } from '#ui/dialog.tsx'

interface WelcomeDialogProps {
  /** The organization that sent the referral. */
  organization: string
  onClose: () => void
}

/** Tells invited people why they are here and what comes next. */
export function WelcomeDialog({ organization, onClose }: WelcomeDialogProps) {
  const { t } = useTranslation('registration')
  return (
    <Dialog
      opened
      onClose={onClose}
      size="calc(600px)"
      title={t('welcome.title', { product: configuration().productName })}
      closeButtonProps={{ 'aria-label': t('form.close', { ns: 'platform' }) }}
    >
      <p>{t('welcome.text', { organization })}</p>
      <p>{t('welcome.next')}</p>
      <Button onClick={onClose} data-autofocus>
        {t('welcome.start')}
      </Button>
    </Dialog>
  )
}
