import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import type { SupportRequestStatus } from '../support-request.ts'
import type { SupportRequest } from '../support-request-call.ts'
import { oneTicket, replaceInLists, saveTicket } from './ticket-calls.ts'

/** Something else of the ticket changed, such as who works on it: then what is saved clashes with nothing, and is saved on top of it. */
async function saveUnlessStatusChanged(ticket: SupportRequest, was: SupportRequestStatus) {
  try {
    return await saveTicket(ticket)
  } catch (error) {
    const current =
      error instanceof ApiError && error.code === 'stale-version' ? (error.body.current as SupportRequest) : null
    if (current?.status !== was) throw error
    return saveTicket({ ...ticket, version: current.version })
  }
}

export type TicketDraft = ReturnType<typeof useTicketDraft>

/**
 * What the reader changed and has not saved. What they left alone follows the ticket as others change it; a status that
 * both sides changed is a conflict until the reader decides.
 */
export function useTicketDraft(ticket: SupportRequest | undefined, onSaved: () => void) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  const [picked, setPicked] = useState<{ status: SupportRequestStatus; version: number } | null>(null)
  const [updates, setUpdates] = useState<boolean | null>(null)
  const [isSaving, setSaving] = useState(false)
  const saving = useRef(false)
  const hasConflict =
    picked !== null && ticket !== undefined && picked.version !== ticket.version && picked.status !== ticket.status
  const status = picked?.status ?? ticket?.status ?? null
  const receiveEmailUpdates = updates ?? ticket?.receiveEmailUpdates ?? false

  const save = async () => {
    if (!ticket || !status || saving.current) return
    saving.current = true
    setSaving(true)
    try {
      // A conflict that the reader has not settled is refused by the version that they picked at.
      const mine = { ...ticket, status, receiveEmailUpdates }
      const saved =
        hasConflict && picked
          ? await saveTicket({ ...mine, version: picked.version })
          : await saveUnlessStatusChanged(mine, ticket.status)
      notify(t('view.saved'))
      void replaceInLists(client, saved)
      onSaved()
    } catch (error) {
      notify(t('view.notSaved'), 'bad')
      // The ticket as it is now comes with the refusal; the conflict shows by itself.
      if (error instanceof ApiError && error.code === 'stale-version')
        client.setQueryData(oneTicket(ticket.id).queryKey, error.body.current as SupportRequest)
    } finally {
      saving.current = false
      setSaving(false)
    }
  }
  return {
    status,
    receiveEmailUpdates,
    isSaving,
    isChanged: picked !== null && picked.status !== ticket?.status,
    conflict: hasConflict && picked && ticket ? { yours: picked.status, theirs: ticket.status } : null,
    setStatus: (next: SupportRequestStatus) => ticket && setPicked({ status: next, version: ticket.version }),
    setUpdates,
    takeTheirs: () => setPicked(null),
    keepMine: () => ticket && picked && setPicked({ ...picked, version: ticket.version }),
    save,
  }
}
