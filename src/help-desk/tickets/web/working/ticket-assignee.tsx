import { Select } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#platform/web/notify.ts'
import type { SupportRequest } from '../../support-request-call.ts'
import { assigneeOf, useAssigneeChoices } from './bulk-choice.tsx'
import { changeTickets, isAgent } from './working-calls.ts'

/** The ticket's assignee: agents can change it, others only see it. */
export function TicketAssignee({ ticket }: { ticket: SupportRequest }) {
  const { t } = useTranslation('tickets')
  if (isAgent()) return <Choice ticket={ticket} />
  const { assignee } = ticket
  return (
    <div>
      <strong>{t('column.assignee')}</strong>
      <div>{assignee ? `${assignee.contact.firstName} ${assignee.contact.lastName}` : t('work.nobody')}</div>
    </div>
  )
}

function Choice({ ticket }: { ticket: SupportRequest }) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const choices = useAssigneeChoices()
  const now = ticket.assignee
  // The current assignee may no longer handle tickets.
  const known = now && !choices.some(({ value }) => value === now.id)
  const all = known
    ? [...choices, { value: now.id, label: `${now.contact.firstName} ${now.contact.lastName}` }]
    : choices
  const assign = async (value: string) => {
    setBusy(true)
    try {
      const { results } = await changeTickets({
        tickets: [{ id: ticket.id, version: ticket.version }],
        change: assigneeOf(value),
      })
      const isDone = results[0]?.outcome === 'done'
      notify(t(isDone ? 'work.assigned' : 'work.notAssigned'), isDone ? 'good' : 'bad')
    } catch {
      // The call has shown the error.
    } finally {
      await client.invalidateQueries({ queryKey: ['supportRequest'] })
      setBusy(false)
    }
  }
  return (
    <Select
      label={t('column.assignee')}
      data={all}
      value={now?.id ?? 'nobody'}
      disabled={isBusy || ticket.mergedInto !== null}
      allowDeselect={false}
      searchable
      nothingFoundMessage={t('work.noChoice')}
      checkIconPosition="right"
      onChange={(value) => value && value !== (now?.id ?? 'nobody') && assign(value)}
    />
  )
}
