import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { notify } from '#platform/web/notify.ts'
import { randomUuid } from '#platform/web/random-uuid.ts'
import { useSavedDraft } from '#platform/web/use-draft-keeper.ts'
import { filedFieldNames } from '../../support-request.ts'
import { NewSupportRequest, type SupportRequest } from '../../support-request-call.ts'
import { useRefusal } from '../merging/use-refusal.ts'
import { addNote, addToLists, attachToTicket, createTicket } from '../ticket-calls.ts'
import { type SavedScreenshot, useScreenshots } from '../use-screenshots.ts'

const blank = { ...Object.fromEntries(filedFieldNames.map((name) => [name, ''])), receiveEmailUpdates: false }
const MOST_SCREENSHOTS = 20
export const REQUEST_DRAFT = 'newSupportRequest'

/** The input, and the idempotency key for filing it. */
export interface RequestDraft {
  filingKey: string
  values: Record<string, unknown>
  screenshots: SavedScreenshot[]
}

/** The form's state, and saving it: only once, however many tries it takes. */
export function useNewRequest({ draft, onClose }: { draft: RequestDraft | null; onClose: () => void }) {
  const { t } = useTranslation(['tickets', 'platform'])
  const client = useQueryClient()
  const showRefusal = useRefusal()
  const screenshots = useScreenshots(MOST_SCREENSHOTS, draft?.screenshots)
  const [filingKey, setFilingKey] = useState(() => draft?.filingKey ?? randomUuid())
  const [earlier, setEarlier] = useState<SupportRequest | null>(null)
  const key = useRef(filingKey)

  const fail = (error: unknown): never => {
    if (!(error instanceof ApiError) || error.status !== 401) notify(t('platform:notice.wentWrong'), 'bad')
    throw error
  }
  const attachAndClose = async (ticket: SupportRequest, fileIds: string[]) => {
    const there = ticket.supportRequestFiles.map(({ fileId }) => fileId)
    await screenshots.attach(fileIds, (fileId) => attachToTicket(ticket.id, fileId), there)
    await keeper.forget()
    notify(t('new.sent', { ticketNumber: ticket.ticketNumber }))
    await addToLists(client, ticket)
    onClose()
  }
  const form = useContractForm({
    contract: NewSupportRequest,
    texts: 'tickets',
    initial: { ...blank, ...draft?.values },
    rules: ({ clearedCache }): Record<string, string> =>
      clearedCache === 'Yes' ? {} : { clearedCache: t('message.cleared-cache') },
    onSubmit: async (given) => {
      setEarlier(null)
      const fileIds = await screenshots.upload()
      const ticket = await createTicket(given, key.current).catch((error) => {
        if (!(error instanceof ApiError) || error.code !== 'already-filed') return fail(error)
        setEarlier(error.body.current as SupportRequest)
        return null
      })
      if (ticket) await attachAndClose(ticket, fileIds)
    },
  })
  const kept = useMemo((): RequestDraft | null => {
    const isBlank = Object.entries(blank).every(([name, value]) => form.values[name] === value)
    if (isBlank && screenshots.chosen.length === 0) return null
    const files = screenshots.chosen.map(({ file, uploaded }) => (uploaded ? { file, uploaded } : { file }))
    return { filingKey, values: form.values, screenshots: files }
  }, [form.values, screenshots.chosen, filingKey])
  const keeper = useSavedDraft(REQUEST_DRAFT, kept)
  return {
    form,
    screenshots,
    earlier,
    forgetDraft: keeper.forget,
    /** Text written since the ticket was created becomes a note. */
    addToEarlier: async (ticket: SupportRequest) => {
      const noteText = String(form.values.description)
      await addNote(ticket.id, { noteText, visibility: 'public', mentionedAccountIds: [] }, key.current).catch(
        showRefusal,
      )
      await attachAndClose(ticket, await screenshots.upload())
    },
    fileAnew: () => {
      key.current = randomUuid()
      setFilingKey(key.current)
      return form.submit()
    },
  }
}
