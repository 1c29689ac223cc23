import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newerVersion } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import type { SupportRequestStatus } from '../support-request.ts'
import type { SupportRequest } from '../support-request-call.ts'
import { oneTicket, replaceInLists, saveTicket } from './ticket-calls.ts'

/** If only something else changed, such as the assignee, there is no conflict: saves on top of the new version. */
async function saveUnlessStatusChanged(ticket: SupportRequest, was: SupportRequestStatus) {
  try {
    return await saveTicket(ticket)
  } catch (error) {
    const current = newerVersion<SupportRequest>(error)
    if (current?.status !== was) throw error
    return saveTicket({ ...ticket, version: current.version })
  }
}

export type TicketDraft = ReturnType<typeof useTicketDraft>

/**
 * The reader's unsaved changes. Fields that they did not touch follow other people's changes; a status that both sides
 * changed is a conflict until the reader decides.
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

  /** @returns whether it was saved */
  const save = async () => {
    if (!ticket || !status || saving.current) return false
    saving.current = true
    setSaving(true)
    try {
      // An unresolved conflict is refused because of the version on which it is based.
      const mine = { ...ticket, status, receiveEmailUpdates }
      const saved =
        hasConflict && picked
          ? await saveTicket({ ...mine, version: picked.version })
          : await saveUnlessStatusChanged(mine, ticket.status)
      notify(t('view.saved'))
      void replaceInLists(client, saved)
      onSaved()
      return true
    } catch (error) {
      notify(t('view.notSaved'), 'bad')
      // The refusal includes the current ticket; the conflict is then shown automatically.
      const newer = newerVersion<SupportRequest>(error)
      if (newer) client.setQueryData(oneTicket(ticket.id).queryKey, newer)
      return false
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
