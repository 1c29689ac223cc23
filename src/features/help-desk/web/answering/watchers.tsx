import { Button } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SupportRequest } from '../../support-request-call.ts'
import classes from './answering.module.css'
import { watchersOf, watchTicket } from './answering-calls.ts'
import { handlesTickets } from './reader-role.ts'

/** Watching a ticket at once, without a save; those who handle tickets also see who watches. */
export function WatchButton({ ticket }: { ticket: SupportRequest }) {
  const { t } = useTranslation('help-desk')
  const client = useQueryClient()
  const isOn = ticket.receiveEmailUpdates
  const watch = useMutation({
    mutationFn: () => watchTicket(ticket.id, !isOn),
    onSettled: () => client.invalidateQueries({ queryKey: ['supportRequest'] }),
  })
  const Icon = isOn ? IconBellOff : IconBell
  return (
    <Button
      variant="default"
      leftSection={<Icon size={18} aria-hidden />}
      loading={watch.isPending}
      onClick={() => watch.mutate()}
    >
      {t(isOn ? 'watch.stop' : 'watch.start')}
    </Button>
  )
}

export const Watchers = ({ ticketId }: { ticketId: string }) =>
  handlesTickets() ? <Names ticketId={ticketId} /> : null

function Names({ ticketId }: { ticketId: string }) {
  const { t } = useTranslation('help-desk')
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
