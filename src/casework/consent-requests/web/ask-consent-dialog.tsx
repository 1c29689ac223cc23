import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact } from '#casework/clients/contact-record.ts'
import {
  ConsentTermsFields,
  ConsentTermsForm,
  ConsentTextBox,
  contactRecord,
  previewConsentText,
} from '#casework/clients/web/consent-parts-public.tsx'
import { MadeCopy, useWay, WayFields } from '#casework/intake-links/web/link-parts-public.tsx'
import { offerOf } from '#casework/safe-contact/safe-contact-policy.ts'
import type { Need } from '#directory/needs/need.ts'
import { spokenLanguage } from '#platform/schema/spoken-language.ts'
import { ApiError } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { notify } from '#platform/web/notify.ts'
import { today } from '#platform/web/today.ts'
import { useCallId } from '#platform/web/use-call-id.ts'
import { Dialog } from '#ui/dialog.tsx'
import { NewConsentRequest } from '../consent-request.ts'
import { askConsent } from './consent-request-calls.ts'
import classes from './consent-requests.module.css'
import { UnreadContact } from './unread-contact.tsx'

/** What a referral needs. */
export interface Asked {
  recipientIds: string[]
  needs: Need[]
}

interface AskDialogProps {
  contactId: string
  /** what to begin with */
  begin?: Asked
  onClose: () => void
}

/** Asks a person for their consent by a link. */
export function AskConsentDialog({ contactId, begin = { recipientIds: [], needs: [] }, onClose }: AskDialogProps) {
  const { t } = useTranslation('consent-requests')
  const read = useQuery(contactRecord(contactId))
  const { data: contact } = read
  const [url, setUrl] = useState<string | null>(null)
  return (
    <Dialog opened onClose={onClose} size="lg" title={t('staff.title')} withCloseButton={false}>
      {url && <MadeCopy url={url} onClose={onClose} />}
      {!url && !contact && <UnreadContact {...{ read, onClose }} />}
      {!url && contact && <AskForm {...{ contact, begin, onClose }} onMade={setUrl} />}
    </Dialog>
  )
}

/** Where a link can be sent to a person now. */
export const offerTo = ({ safeContact, email, phones }: Contact) =>
  offerOf(safeContact, { email, phoneNumbers: phones.map(({ phoneNumber }) => phoneNumber) })

interface AskFormProps extends Required<Omit<AskDialogProps, 'contactId'>> {
  contact: Contact
  onMade: (url: string) => void
}

function AskForm({ contact, begin, onClose, onMade }: AskFormProps) {
  const { t } = useTranslation(['consent-requests', 'clients', 'intake-links'])
  const offer = offerTo(contact)
  const { way, ...fields } = useWay(spokenLanguage(contact.language), offer)
  const { idOf } = useCallId()
  // The version that is shown is the one that is asked for.
  const textId = useRef<string | null>(null)
  const [isUnborn, setUnborn] = useState(!contact.birthDate)
  const form = useContractForm({
    contract: ConsentTermsForm,
    texts: 'clients',
    initial: { scope: 'organizations', expiresOn: '', ...begin },
    rules: ({ scope, recipientIds, expiresOn }) => ({
      ...(scope === 'organizations' && (recipientIds as string[]).length === 0
        ? { recipientIds: t('clients:message.organization-required') }
        : {}),
      ...(expiresOn && String(expiresOn) < today() ? { expiresOn: t('clients:message.end-in-past') } : {}),
      ...(textId.current ? {} : { textId: t('clients:message.text-missing') }),
      ...wayErrors(),
    }),
    onSubmit: async (terms) => {
      const asked = {
        ...terms,
        expiresOn: terms.expiresOn ?? null,
        language: fields.language,
        textId: textId.current,
        way,
      }
      const { url } = await askConsent(contact.id, NewConsentRequest.parse({ ...asked, id: idOf(asked) }))
      if (url) return onMade(url)
      notify(t('staff.sent'))
      onClose()
    },
    onFailure: (error) => {
      const found = error instanceof ApiError ? error.errors : []
      setUnborn(found.some(({ path }) => path === 'way'))
      if (found.length === 0) notify(t('staff.failed'), 'bad')
    },
  })
  const wayErrors = (): Record<string, string> =>
    NewConsentRequest.shape.way.safeParse(way).success ? {} : { 'way.to': t('clients:message.needed') }
  const { scope, needs, recipientIds, expiresOn } = form.values
  const call = { scope, needs, recipientIds, expiresOn: expiresOn || null, language: fields.language }
  const { data: text } = useQuery(previewConsentText(call))
  textId.current = text?.textId ?? null
  return (
    <form noValidate onSubmit={form.submit} className={classes.form}>
      <p>{t('staff.text')}</p>
      {isUnborn && <p role="alert">{t('staff.noBirthDate')}</p>}
      <ConsentTermsFields form={form} />
      <Field form={form} name="expiresOn" description={t('clients:consent.expiresHelp')} />
      {text && <ConsentTextBox text={text} />}
      {form.errors.textId && <p role="alert">{form.errors.textId}</p>}
      <WayFields {...fields} offer={offer} errors={form.errors} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('intake-links:staff.cancel')}
        </Button>
        <Button type="submit" loading={form.isSending} disabled={!contact.birthDate}>
          {t('staff.send')}
        </Button>
      </Group>
    </form>
  )
}
