import { Button, Group } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MadeCopy, useWay, WayFields } from '#casework/intake-links/web/link-parts-public.tsx'
import { isNewestLink } from '#casework/link-deliveries/link-delivery-policy.ts'
import { NotArrived } from '#casework/link-deliveries/web/link-deliveries-public.tsx'
import type { SafeContact } from '#casework/safe-contact/safe-contact.ts'
import { type Offer, offerOf } from '#casework/safe-contact/safe-contact-policy.ts'
import { spokenLanguage } from '#platform/schema/spoken-language.ts'
import { ApiError, api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { dayText } from '#platform/web/time-words.ts'
import { UnreadCard } from '#platform/web/unread-card.tsx'
import { useCallId } from '#platform/web/use-call-id.ts'
import { Dialog } from '#ui/dialog.tsx'
import { firstLines } from '#ui/first-lines.ts'
import { FoldCard } from '#ui/fold-card.tsx'
import { type MadeRecordLink, NewRecordLink, type ShownRecordLink } from '../record-link.ts'
import classes from './record-links.module.css'

interface Links {
  items: ShownRecordLink[]
}

/** Invalidated when the person's record changes. */
const linksOf = (contactId: string) =>
  queryOptions({
    queryKey: ['contact', 'recordLinks', contactId],
    queryFn: async () => (await api.get<Links>(`/api/contact/${contactId}/recordLink`, { quiet: true })).items,
  })

const standingOf = ({ withdrawnOn, triesLeft, expiresOn }: ShownRecordLink) => {
  if (withdrawnOn) return 'withdrawn'
  if (triesLeft === 0) return 'locked'
  return Date.parse(expiresOn) <= Date.now() ? 'expired' : 'active'
}

interface PersonRecordLinkProps {
  contactId: string
  /** As on record, e.g. `Spanish`. */
  language: string | null
  email: string | null
  phoneNumbers: string[]
  safeContact: SafeContact | null
}

/** Lets the person see their own record by a link, and shows the links that there are. */
export function PersonRecordLink({ contactId, language, email, phoneNumbers, safeContact }: PersonRecordLinkProps) {
  const { t } = useTranslation(['record-links', 'intake-links'])
  const [isOpen, setOpen] = useState(false)
  const read = useQuery(linksOf(contactId))
  const { data: links } = read
  if (!links) return <UnreadCard id="record-links" title={t('staff.card')} read={read} className={classes.card} />
  const isUndelivered = links.some(
    (link) => link.notArrived && standingOf(link) === 'active' && isNewestLink(link, links),
  )
  return (
    <FoldCard id="record-links" title={t('staff.card')} isOpen={isUndelivered} className={classes.card ?? ''}>
      {links.length === 0 && <p className={classes.quiet}>{t('staff.none')}</p>}
      {links.length > 0 && (
        <ul className={classes.links}>
          {firstLines(links, (link) => standingOf(link) === 'active').map((link) => (
            <LinkLine key={link.id} contactId={contactId} link={link} isNewest={isNewestLink(link, links)} />
          ))}
        </ul>
      )}
      <Group>
        <Button
          variant="default"
          aria-haspopup="dialog"
          leftSection={<IconDeviceMobile size={20} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('staff.make')}
        </Button>
      </Group>
      {isOpen && (
        <RecordLinkDialog
          contactId={contactId}
          language={spokenLanguage(language)}
          offer={offerOf(safeContact, { email, phoneNumbers })}
          onClose={() => setOpen(false)}
        />
      )}
    </FoldCard>
  )
}

interface LinkLineProps {
  contactId: string
  link: ShownRecordLink
  isNewest: boolean
}

function LinkLine({ contactId, link, isNewest }: LinkLineProps) {
  const { t } = useTranslation(['record-links', 'intake-links'])
  const withdraw = useMutation({
    mutationFn: () => api.delete<Links>(`/api/contact/${contactId}/recordLink/${link.id}`),
    onSuccess: ({ items }) => {
      queryClient.setQueryData(linksOf(contactId).queryKey, items)
      notify(t('intake-links:links.withdrawnNotice'))
    },
  })
  const standing = standingOf(link)
  const facts = [
    t('staff.line', { how: t(`intake-links:links.${link.channel}`), day: dayText(link.createdOn) }),
    link.openedOn && t('staff.opened', { day: dayText(link.openedOn) }),
    t(`intake-links:links.standing.${standing}`, { day: dayText(link.expiresOn) }),
  ]
  return (
    <li>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      <NotArrived link={link} kind="record" isOpen={standing === 'active' && isNewest} />
      {standing === 'active' && (
        <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {t('intake-links:links.withdraw')}
        </Button>
      )}
    </li>
  )
}

interface RecordLinkDialogProps {
  contactId: string
  /** Of the person. */
  language: 'en' | 'es'
  /** Where it can be sent now. */
  offer: Offer
  onClose: () => void
}

function RecordLinkDialog({ contactId, language, offer, onClose }: RecordLinkDialogProps) {
  const { t } = useTranslation(['record-links', 'intake-links'])
  const { way, ...fields } = useWay(language, offer)
  const { idOf } = useCallId()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const make = useMutation({
    mutationFn: (call: NewRecordLink) =>
      api.post<MadeRecordLink>(`/api/contact/${contactId}/recordLink`, call, { quiet: true }),
    onSuccess: (made) => {
      queryClient.invalidateQueries({ queryKey: linksOf(contactId).queryKey })
      if (made.url) return
      notify(t('intake-links:staff.sent'))
      onClose()
    },
    onError: (error) => {
      const found = error instanceof ApiError ? error.errors : []
      setErrors(Object.fromEntries(found.map(({ path, message }) => [path, message])))
      if (!found.some(({ path }) => path === 'way')) notify(t('intake-links:staff.failed'), 'bad')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const asked = { language: fields.language, way }
    const call = NewRecordLink.safeParse({ ...asked, id: idOf(asked) })
    setErrors(Object.fromEntries((call.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])))
    if (call.success) make.mutate(call.data)
    else requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  return (
    <Dialog opened onClose={onClose} title={t('staff.title')} withCloseButton={false}>
      {make.data?.url ? (
        <MadeCopy url={make.data.url} onClose={onClose} />
      ) : (
        <form noValidate onSubmit={submit} className={classes.card}>
          <p>{t('staff.text')}</p>
          {errors.way && <p role="alert">{t('intake-links:staff.noBirthDate')}</p>}
          <WayFields {...fields} offer={offer} errors={errors} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('intake-links:staff.cancel')}
            </Button>
            <Button type="submit" loading={make.isPending}>
              {t('intake-links:staff.make')}
            </Button>
          </Group>
        </form>
      )}
    </Dialog>
  )
}
