import { Button, Group } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact } from '#casework/clients/contact-record.ts'
import { contactRecord } from '#casework/clients/web/consent-parts-public.tsx'
import { MadeCopy, useWay, WayFields } from '#casework/intake-links/web/link-parts-public.tsx'
import { ApiError } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { Dialog } from '#ui/dialog.tsx'
import { SendAgainCall, type ShownConsentRequest } from '../consent-request.ts'
import { offerTo } from './ask-consent-dialog.tsx'
import { sendAgain } from './consent-request-calls.ts'
import classes from './consent-requests.module.css'
import { UnreadContact } from './unread-contact.tsx'

interface SendAgainProps {
  contactId: string
  request: ShownConsentRequest
  onClose: () => void
}

/** Sends a new link for the same question. */
export function SendAgainDialog({ contactId, request, onClose }: SendAgainProps) {
  const { t } = useTranslation('consent-requests')
  const read = useQuery(contactRecord(contactId))
  const { data: contact } = read
  const [url, setUrl] = useState<string | null>(null)
  return (
    <Dialog opened onClose={onClose} title={t('staff.againTitle')} withCloseButton={false}>
      {url && <MadeCopy url={url} onClose={onClose} />}
      {!url && !contact && <UnreadContact {...{ read, onClose }} />}
      {!url && contact && <AgainForm {...{ contact, request, onClose }} onMade={setUrl} />}
    </Dialog>
  )
}

interface AgainFormProps extends Omit<SendAgainProps, 'contactId'> {
  contact: Contact
  onMade: (url: string) => void
}

function AgainForm({ contact, request, onClose, onMade }: AgainFormProps) {
  const { t } = useTranslation(['consent-requests', 'intake-links'])
  const offer = offerTo(contact)
  const { way, ...fields } = useWay(request.language, offer)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const send = useMutation({
    mutationFn: (call: SendAgainCall) => sendAgain(contact.id, request.id, call),
    onSuccess: ({ url }) => {
      if (url) return onMade(url)
      notify(t('staff.sent'))
      onClose()
    },
    onError: (error) => {
      const found = error instanceof ApiError ? error.errors : []
      setErrors(Object.fromEntries(found.map(({ path, message }) => [path, message])))
      if (found.length === 0) notify(t('page.changed'), 'bad')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const call = SendAgainCall.safeParse({ way, language: fields.language, sends: request.sends })
    setErrors(Object.fromEntries((call.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])))
    if (call.success) send.mutate(call.data)
    else requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <p>{t('staff.againText')}</p>
      <WayFields {...fields} offer={offer} errors={errors} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('intake-links:staff.cancel')}
        </Button>
        <Button type="submit" loading={send.isPending}>
          {t('staff.again')}
        </Button>
      </Group>
    </form>
  )
}
