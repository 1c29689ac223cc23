import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Contact } from '#casework/clients/contact-record.ts'
import { offerOf } from '#casework/safe-contact/safe-contact-policy.ts'
import { Email } from '#platform/schema/fields.ts'
import { PhoneNumber, phoneText } from '#platform/schema/phone-number.ts'
import { ApiError, api, isMissing } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { NotLoaded } from '#platform/web/not-loaded.tsx'
import { notify } from '#platform/web/notify.ts'
import { useCallId } from '#platform/web/use-call-id.ts'
import { LastingDialog } from '#ui/lasting-dialog.tsx'
import type { ListMessage, ServiceList } from '../service-list.ts'
import { savedList, sendList } from './list-calls.ts'
import classes from './service-lists.module.css'

const contracts = {
  email: z.object({
    to: Email,
  }),
  sms: z.object({
    to: PhoneNumber,
  }),
}

interface SendDialogProps {
  list: ServiceList
  channel: ListMessage['channel']
  onClose: () => void
}

/** Where the person gets it: a number that is safe or, before anybody asked, one that can receive texts. */
function knownOf({ email, phones, safeContact }: Contact, channel: ListMessage['channel']) {
  const inOrder = phones.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
  const usable = safeContact ? inOrder : inOrder.filter(({ kind }) => kind === 'mobile')
  const phoneNumbers = usable.map(({ phoneNumber }) => phoneNumber)
  return offerOf(safeContact, { email, phoneNumbers }).to[channel]
}

/** Sends a list to an address, which comes from the record of the person if one is chosen. */
export function SendDialog(props: SendDialogProps) {
  const { t } = useTranslation('service-lists')
  const { list, channel, onClose } = props
  const person = useQuery({
    queryKey: ['contact', 'one', list.person?.id ?? ''],
    queryFn: () => api.get<Contact>(`/api/contact/${list.person?.id}`, { quiet: true }),
    enabled: list.person !== null,
  })
  const record = person.data
  const known = record && knownOf(record, channel)
  // Only what was read may be said about them.
  const isUnread = !record && person.isError && !isMissing(person.error)
  return (
    <LastingDialog title={t(`send.${channel}`)} width={480} onClose={onClose}>
      {list.person && person.isPending ? (
        <Skeleton height={120} />
      ) : isUnread ? (
        <NotLoaded onRetry={person.refetch} />
      ) : (
        <SendForm {...props} initial={known ? (channel === 'email' ? known : phoneText(known)) : ''} />
      )}
    </LastingDialog>
  )
}

function SendForm({ list, channel, onClose, initial }: SendDialogProps & { initial: string }) {
  const { t } = useTranslation(['service-lists', 'platform'])
  const { idOf } = useCallId()
  const form = useContractForm<{ to: z.ZodType<string> }>({
    contract: contracts[channel] as unknown as z.ZodObject<{ to: z.ZodType<string> }>,
    texts: 'service-lists',
    initial: { to: initial },
    onSubmit: async ({ to }) => {
      // A refused note names no field of this form.
      try {
        await savedList(list.id)
      } catch {
        return notify(t('entry.noteFailed'), 'bad')
      }
      await sendList(list.id, { id: idOf({ channel, to }), channel, to })
      notify(t('send.sent'))
      onClose()
    },
    onFailure: (error) => {
      if (!(error instanceof ApiError && error.errors.length)) notify(t('platform:notice.wentWrong'), 'bad')
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack>
        <Field form={form} name="to" takesFocus required />
        {list.person && <p className={classes.quiet}>{t(initial ? 'send.fromRecord' : 'send.notOnRecord')}</p>}
        <p className={classes.quiet}>{t(`send.${channel}Hint`)}</p>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={form.isSending}>
            {t('platform:form.cancel')}
          </Button>
          <Button type="submit" loading={form.isSending}>
            {t('send.go')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
