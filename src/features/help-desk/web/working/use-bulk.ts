import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#platform/web/notify.ts'
import type { BulkAnswer, BulkChange } from '../../bulk-change.ts'
import type { SupportRequestInList } from '../../support-request-call.ts'
import type { Merged } from '../merging/merge-dialog.tsx'
import { undoMerges } from '../merging/merging-calls.ts'
import { changeTickets, undoChange } from './working-calls.ts'

export interface Done {
  /** names the change */
  key: string
  text: string
  canUndo: boolean
  seconds: number
  takeBack: () => Promise<{ id: string; isUndone: boolean }[]>
}
type Ticket = Pick<SupportRequestInList, 'id' | 'version'>

/** Changes tickets at once, or takes in that they were merged; says what became of them, and takes it back. */
export function useBulk({
  refresh,
  onDone,
}: {
  refresh: (ids: string[]) => Promise<unknown>
  onDone: (left: string[]) => void
}) {
  const { t } = useTranslation('help-desk')
  const [done, setDone] = useState<Done | null>(null)
  const [isBusy, setBusy] = useState(false)

  const whatBecame = ({ results }: BulkAnswer) =>
    (['done', 'stale', 'merged', 'not-allowed'] as const)
      .map((outcome) => [outcome, results.filter((one) => one.outcome === outcome).length] as const)
      .filter(([, count]) => count > 0)
      .map(([outcome, count]) => t(`work.outcome.${outcome}`, { count }))
      .join(' ')

  const run = async (tickets: Ticket[], change: BulkChange['change']) => {
    if (isBusy || tickets.length === 0) return
    setBusy(true)
    try {
      const answer = await changeTickets({ tickets: tickets.map(({ id, version }) => ({ id, version })), change })
      const ofOutcome = (outcome: string) => answer.results.filter((one) => one.outcome === outcome).map(({ id }) => id)
      const { bulkId, undoSeconds: seconds } = answer
      setDone({
        key: bulkId,
        seconds,
        text: whatBecame(answer),
        canUndo: ofOutcome('done').length > 0,
        takeBack: async () =>
          (await undoChange(bulkId)).results.map(({ id, outcome }) => ({ id, isUndone: outcome === 'undone' })),
      })
      await refresh(tickets.map(({ id }) => id))
      onDone(ofOutcome('stale'))
    } catch {
      // The call has told it; the rows stay chosen.
    } finally {
      setBusy(false)
    }
  }
  const undo = async () => {
    if (!done?.canUndo || isBusy) return
    setBusy(true)
    try {
      const results = await done.takeBack()
      const left = results.filter(({ isUndone }) => !isUndone)
      notify(left.length ? t('work.undoneSome', { count: left.length }) : t('work.undone'))
      setDone(null)
      await refresh(results.map(({ id }) => id))
    } catch {
      // Told by the call.
    } finally {
      setBusy(false)
    }
  }
  const takeIn = async ({ answer, text, ticketIds }: Merged) => {
    const mergeIds = answer.merges.map(({ id }) => id)
    setDone({
      key: mergeIds.join(),
      seconds: answer.undoSeconds,
      text,
      canUndo: true,
      takeBack: async () => {
        const { results } = await undoMerges(mergeIds)
        const isUndone = results.every(({ outcome }) => outcome === 'undone')
        return ticketIds.map((id) => ({ id, isUndone }))
      },
    })
    await refresh(ticketIds)
    onDone([])
  }
  return { done, isBusy, run, takeIn, undo, forget: () => setDone(null) }
}
export type Bulk = ReturnType<typeof useBulk>
