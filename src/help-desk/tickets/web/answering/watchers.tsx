import { Switch } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SupportRequest } from '../../support-request-call.ts'
import type { TicketDraft } from '../use-ticket-draft.ts'
import classes from './answering.module.css'
import { watchersOf, watchTicket } from './answering-calls.ts'
import { handlesTickets } from './reader-role.ts'

/** Turns the reader's own e-mail updates on or off immediately. Saving the ticket sends the same value. */
export function UpdatesSwitch({ ticket, draft }: { ticket: SupportRequest; draft: TicketDraft }) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  const watch = useMutation({
    // Two quick clicks are processed in order.
    scope: { id: `watch-${ticket.id}` },
    mutationKey: ['watch', ticket.id],
    mutationFn: (isOn: boolean) => watchTicket(ticket.id, isOn),
    onMutate: draft.setUpdates,
    // From then on the switch follows the ticket again.
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['supportRequest'] })
      if (client.isMutating({ mutationKey: ['watch', ticket.id] }) <= 1) draft.setUpdates(null)
    },
  })
  return (
    <Switch
      size="md"
      label={t('view.updates')}
      checked={draft.receiveEmailUpdates}
      onChange={(event) => watch.mutate(event.currentTarget.checked)}
    />
  )
}

/** Who receives mail about a ticket, for people who handle tickets. */
export const Watchers = ({ ticketId }: { ticketId: string }) =>
  handlesTickets() ? <Names ticketId={ticketId} /> : null

function Names({ ticketId }: { ticketId: string }) {
  const { t } = useTranslation('tickets')
  const { data } = useQuery(watchersOf(ticketId))
  if (!data) return null
  const names = data.items.map(({ contact, through: ticketNumber, isOnHold }) => {
    const whole = `${contact.firstName} ${contact.lastName}`
    const name = isOnHold ? t('watch.onHold', { name: whole }) : whole
    return ticketNumber ? t('watch.through', { name, ticketNumber }) : name
  })
  return (
    <p className={classes.watchers}>
      <IconBell size={18} aria-hidden />
      {names.length ? t('watch.names', { names: names.join(', ') }) : t('watch.nobody')}
    </p>
  )
}
