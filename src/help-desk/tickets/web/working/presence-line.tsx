import { IconEye, IconPencil } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '#platform/schema/locale-of.ts'
import { randomUuid } from '#platform/web/random-uuid.ts'
import { HEARTBEAT_SECONDS, type PresenceState } from '../../ticket-presence.ts'
import classes from './working.module.css'
import { seeAssignment, sendPresence } from './working-calls.ts'

/**
 * Reports this tab's presence on a ticket, and returns who else is there. Key 'ticketPresence': live events reload it.
 */
function usePresence(ticketId: string, state: PresenceState) {
  const client = useQueryClient()
  const [tabId] = useState(randomUuid)
  const { data } = useQuery({
    queryKey: ['ticketPresence', ticketId],
    queryFn: () => sendPresence(ticketId, { tabId, state: document.visibilityState === 'hidden' ? 'looking' : state }),
    refetchInterval: HEARTBEAT_SECONDS * 1000,
    refetchIntervalInBackground: true,
    gcTime: 0,
    retry: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is said changed
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ['ticketPresence', ticketId] })
  }, [client, ticketId, state])
  useEffect(() => {
    seeAssignment(ticketId)
      .then(() => client.invalidateQueries({ queryKey: ['ticketAssignment'] }))
      .catch(() => undefined)
    const leave = () =>
      fetch(`/api/supportPortal/supportRequest/${ticketId}/presence`, {
        method: 'POST',
        keepalive: true,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tabId, state: 'gone' }),
      }).catch(() => undefined)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      void leave()
    }
  }, [client, ticketId, tabId])
  return data?.items ?? []
}

/** Who else is viewing the ticket or writing in it. */
export function PresenceLine({ ticketId, isWriting }: { ticketId: string; isWriting: boolean }) {
  const { t, i18n } = useTranslation('tickets')
  const present = usePresence(ticketId, isWriting ? 'writing' : 'looking')
  const names = (state: PresenceState) =>
    present.filter((one) => one.state === state).map(({ contact }) => `${contact.firstName} ${contact.lastName}`)
  const list = (all: string[]) => new Intl.ListFormat(localeOf(i18n.language)).format(all)
  return (
    <div role="status" className={classes.presence}>
      {(['writing', 'looking'] as const).map((state) => {
        const all = names(state)
        const Icon = state === 'writing' ? IconPencil : IconEye
        return (
          all.length > 0 && (
            <span key={state} data-state={state}>
              <Icon size={18} aria-hidden />
              {t(`work.present.${state}`, { count: all.length, who: list(all) })}
            </span>
          )
        )
      })}
    </div>
  )
}
