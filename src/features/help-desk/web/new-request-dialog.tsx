import { ActionIcon, Button, Group, Modal, Stack } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { NewSupportRequest, type SupportRequest } from '../support-request-call.ts'
import { ScreenshotPicker } from './screenshot-picker.tsx'
import { attachToTicket, createTicket, takeInNew } from './ticket-calls.ts'
import classes from './ticket-dialogs.module.css'
import { TicketTypesDialog } from './ticket-types-dialog.tsx'
import { usePhone } from './use-phone.ts'
import { useScreenshots } from './use-screenshots.ts'

const blank = { supportRequestType: '', priority: '', clearedCache: '', description: '', receiveEmailUpdates: false }
const MOST_SCREENSHOTS = 20

/** A dialog that only its own buttons close, so that a slip loses nothing; a failed save keeps all that was given. */
export function NewRequestDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['help-desk', 'platform'])
  const client = useQueryClient()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const screenshots = useScreenshots(MOST_SCREENSHOTS)
  // Attaching may fail after the ticket was made; the next try goes on with it instead of making another.
  const made = useRef<SupportRequest | null>(null)
  const form = useContractForm({
    contract: NewSupportRequest,
    texts: 'help-desk',
    initial: blank,
    rules: ({ clearedCache }): Record<string, string> =>
      clearedCache === 'Yes' ? {} : { clearedCache: t('message.cleared-cache') },
    onSubmit: async (given) => {
      const fileIds = await screenshots.upload()
      const ticket = made.current ?? (await createTicket(given))
      made.current = ticket
      await screenshots.attach(fileIds, (fileId) => attachToTicket(ticket.id, fileId))
      await takeInNew(client, ticket)
      onClose()
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('new.title')}
      size="calc(1000px)"
      fullScreen={usePhone()}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <form onSubmit={form.submit} noValidate>
        <Stack gap="md">
          <div className={classes.pair}>
            <div className={classes.typeField}>
              <Field form={form} name="supportRequestType" />
              <ActionIcon variant="subtle" size={44} aria-label={t('types.open')} onClick={() => setHelpOpen(true)}>
                <IconHelpCircle size={24} aria-hidden />
              </ActionIcon>
            </div>
            <Field form={form} name="priority" />
          </div>
          <Field form={form} name="clearedCache" description={t('new.cacheHelp')} required />
          <ScreenshotPicker label={t('screenshot.many')} screenshots={screenshots} isBusy={form.isSending} />
          <Field form={form} name="description" description={t('new.descriptionHelp')} />
          <Field form={form} name="receiveEmailUpdates" label={t('new.updates')} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={form.isSending}>
              {t('platform:form.cancel')}
            </Button>
            <Button type="submit" loading={form.isSending}>
              {t('platform:form.save')}
            </Button>
          </Group>
        </Stack>
      </form>
      {isHelpOpen && <TicketTypesDialog onClose={() => setHelpOpen(false)} />}
    </Modal>
  )
}
