import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#ui/dialog.tsx'

/** Asks what to do with unsaved changes when their ticket is about to close. */
export function UnsavedDialog({
  ticketNumber,
  isSaving,
  onSave,
  onDiscard,
  onStay,
}: {
  ticketNumber: string
  isSaving: boolean
  onSave: () => void
  onDiscard: () => void
  onStay: () => void
}) {
  const { t } = useTranslation(['tickets', 'platform'])
  return (
    <Dialog opened onClose={onStay} title={t('unsaved.title')} withCloseButton={false} size="md">
      <Text mb="md">{t('unsaved.text', { ticketNumber })}</Text>
      <Group justify="flex-end">
        <Button variant="subtle" onClick={onStay}>
          {t('unsaved.stay')}
        </Button>
        <Button variant="default" onClick={onDiscard}>
          {t('unsaved.discard')}
        </Button>
        <Button onClick={onSave} loading={isSaving} data-autofocus>
          {t('platform:form.save')}
        </Button>
      </Group>
    </Dialog>
  )
}
