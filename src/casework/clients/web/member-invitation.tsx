import { Button } from '@mantine/core'
import { IconCheck, IconClock, IconMailForward, IconReplace, IconUserPlus, IconX } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NotArrived } from '#casework/link-deliveries/web/link-deliveries-public.tsx'
import { offerOf } from '#casework/safe-contact/safe-contact-policy.ts'
import { NotOffered } from '#casework/safe-contact/web/safe-contact-public.tsx'
import type { LinkState } from '#platform/schema/sent-link.ts'
import { ApiError, api } from '#platform/web/api.ts'
import { errorText } from '#platform/web/contract-form.ts'
import { notify } from '#platform/web/notify.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { dayText, timeInWords } from '#platform/web/time-words.ts'
import { UnreadCard } from '#platform/web/unread-card.tsx'
import { useCallId } from '#platform/web/use-call-id.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FoldCard } from '#ui/fold-card.tsx'
import { StatusChip } from '#ui/status-chip.tsx'
import type { Contact } from '../contact-record.ts'
import type { MemberInvitation as MemberInvitationLink } from '../member-invitation.ts'
import classes from './contacts.module.css'

const pathOf = (contactId: string) => `/api/contact/${contactId}/invitation`
const invitations = (contactId: string) =>
  queryOptions({
    queryKey: ['contact', 'invitation', contactId],
    queryFn: () => api.get<{ items: MemberInvitationLink[] }>(pathOf(contactId), { quiet: true }),
  })

const chips: Record<LinkState, { tone: 'sky' | 'leaf' | 'amber' | 'ember' | 'stone'; icon: typeof IconCheck }> = {
  pending: { tone: 'sky', icon: IconMailForward },
  used: { tone: 'leaf', icon: IconCheck },
  expired: { tone: 'amber', icon: IconClock },
  withdrawn: { tone: 'ember', icon: IconX },
  replaced: { tone: 'stone', icon: IconReplace },
}

/** Invites a person to create their own account, and shows the state of each invitation. */
export function MemberInvitation({ contact }: { contact: Contact }) {
  const { t } = useTranslation('clients')
  const read = useQuery(invitations(contact.id))
  const { data } = read
  const act = useAct(contact, data?.items[0]?.sentOn)
  const items = data?.items ?? []
  const isPending = items[0]?.state === 'pending'
  const isMember = items.some(({ state }) => state === 'used')
  const offer = offerOf(contact.safeContact, { email: contact.email, phoneNumbers: [] })
  const refused = contact.email ? offer.refused.filter(({ way }) => way === 'email') : []
  const invite = !isMember && (
    <Button
      variant="light"
      leftSection={<IconUserPlus size={18} aria-hidden="true" />}
      disabled={!contact.email || refused.length > 0}
      loading={act.isPending && act.variables === 'invite'}
      onClick={() => act.mutate('invite')}
    >
      {t(items.length ? 'member.again' : 'member.invite')}
    </Button>
  )
  if (!data) return <UnreadCard id="person-member" title={t('member.title')} read={read} />
  return (
    <FoldCard id="person-member" title={t('member.title')} isOpen={isPending}>
      {items.length === 0 ? (
        <EmptyState icon={<IconUserPlus aria-hidden="true" />} title={t('member.none')} action={invite}>
          {t(contact.email ? 'member.noneText' : 'member.needsEmail')}
        </EmptyState>
      ) : (
        <ul className={classes.list}>
          {items.map((sent) => (
            <li key={sent.sentOn} className={classes.consent}>
              <Entry sent={sent} />
            </li>
          ))}
        </ul>
      )}
      {!isMember && <NotOffered offer={{ refused }} />}
      {items.length > 0 && (
        <div className={`${classes.actions} ${classes.below}`}>
          {invite}
          {isPending && (
            <Button
              variant="default"
              loading={act.isPending && act.variables === 'withdraw'}
              onClick={() => act.mutate('withdraw')}
            >
              {t('member.withdraw')}
            </Button>
          )}
        </div>
      )}
    </FoldCard>
  )
}

const failures: Record<number, string> = { 406: 'member.hasAccount', 429: 'member.tooMany' }

/** @param last when the newest invitation was sent: one that is seen is not sent again by the same call */
function useAct(contact: Contact, last: string | undefined) {
  const { t } = useTranslation(['clients', 'platform'])
  const path = pathOf(contact.id)
  const { idOf, end } = useCallId()
  return useMutation({
    mutationFn: (act: 'invite' | 'withdraw') =>
      act === 'invite'
        ? api.post(path, { id: idOf({ email: contact.email, last }) }, { quiet: true })
        : api.delete(path, { quiet: true }),
    onSuccess: (_, act) => {
      end()
      notify(t(act === 'invite' ? 'member.sent' : 'member.withdrawn', { email: contact.email }))
      return queryClient.invalidateQueries({ queryKey: invitations(contact.id).queryKey })
    },
    onError: (error) => {
      const [unsafe] = error instanceof ApiError ? error.errors : []
      if (unsafe) return notify(errorText(unsafe.message, 'clients'), 'bad')
      const status = error instanceof ApiError ? error.status : 0
      // The invitation of the lost call no longer works: the next is another one.
      if (status === 409) {
        end()
        void queryClient.invalidateQueries({ queryKey: invitations(contact.id).queryKey })
      }
      notify(t(failures[status] ?? 'platform:notice.wentWrong'), 'bad')
    },
  })
}

function Entry({ sent }: { sent: MemberInvitationLink }) {
  const { t } = useTranslation('clients')
  const { tone, icon: Icon } = chips[sent.state]
  const by = t('member.by', { name: sent.sentByName ?? '—', when: timeInWords(sent.sentOn) })
  const end = {
    pending: () => t('member.until', { day: dayText(sent.expiresOn) }),
    expired: () => t('member.ended', { day: dayText(sent.expiresOn) }),
    used: () => t('member.usedOn', { day: dayText(sent.usedOn ?? sent.expiresOn) }),
    withdrawn: () => null,
    replaced: () => null,
  }[sent.state]()
  return (
    <>
      <StatusChip tone={tone} icon={<Icon aria-hidden="true" />}>
        {t(`member.state.${sent.state}`)}
      </StatusChip>
      <p className={classes.quiet}>{[by, end].filter(Boolean).join(' · ')}</p>
      <NotArrived link={sent} kind="invitation" isOpen={sent.state === 'pending'} />
    </>
  )
}
