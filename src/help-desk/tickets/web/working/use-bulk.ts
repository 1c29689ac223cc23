import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/web/api.ts'
import type { BulkDone } from '#platform/web/lists/selection-bar.tsx'
import { notify } from '#platform/web/notify.ts'
import { randomUuid } from '#platform/web/random-uuid.ts'
import { type BulkAnswer, type BulkChange, MOST_AT_ONCE } from '../../bulk-change.ts'
import type { Merged } from '../merging/merge-dialog.tsx'
import { undoMerges } from '../merging/merging-calls.ts'
import { liveTickets } from '../ticket-calls.ts'
import { changeTickets, undoChange } from './working-calls.ts'

interface Done extends BulkDone {
  takeBack: () => Promise<{ id: string; isUndone: boolean }[]>
}
type Ticket = BulkChange['tickets'][number]
const MOST_READ = 100
const quiet = { quiet: true }

/** Whether the call may have been carried out all the same. */
const isUnanswered = (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500

/** A call that got no answer is repeated once under the same ID: what was done is not done again. */
const changeSafely = (call: BulkChange) =>
  changeTickets(call, quiet).catch((error) => {
    if (!isUnanswered(error)) throw error
    return changeTickets(call, quiet)
  })

/** Changes tickets in as many calls as needed, all as one change. If a call fails, earlier parts stay. */
async function changeAll(
  tickets: Ticket[],
  { change, bulkId }: { change: BulkChange['change']; bulkId: string },
  onPart: (done: number) => void,
) {
  let answer: BulkAnswer | undefined
  for (let i = 0; i < tickets.length; i += MOST_AT_ONCE) {
    try {
      const part = await changeSafely({ tickets: tickets.slice(i, i + MOST_AT_ONCE), change, bulkId })
      answer = { ...part, results: [...(answer?.results ?? []), ...part.results] }
      onPart(answer.results.length)
    } catch (error) {
      if (!answer) throw error
      break
    }
  }
  return answer as BulkAnswer
}

/** The current versions of tickets that stay selected: others changed them, and the list may not have loaded them. */
async function readVersions(ids: string[]): Promise<Ticket[]> {
  const tickets: Ticket[] = []
  for (let i = 0; i < ids.length; i += MOST_READ)
    for (const { id, version } of await liveTickets.read(ids.slice(i, i + MOST_READ), {})) tickets.push({ id, version })
  return tickets
}

/** Changes tickets in bulk, or handles their merge; reports the result, and can undo it. */
export function useBulk({
  during,
  onDone,
}: {
  /** changes tickets, and then reloads the list */
  during: <Result>(act: () => Promise<Result>) => Promise<Result>
  /** @param left those of the tried tickets that stay selected */
  onDone: (tried: string[], left: string[], states?: Ticket[]) => void
}) {
  const { t } = useTranslation(['tickets', 'platform'])
  const [done, setDone] = useState<Done | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null)

  // The ID of a change that may have been made: pressing again repeats it.
  const unanswered = useRef<{ what: string; bulkId: string } | null>(null)
  const idOf = (tickets: Ticket[], change: BulkChange['change']) => {
    const what = JSON.stringify([change, ...tickets.map(({ id }) => id)])
    const before = unanswered.current
    unanswered.current = { what, bulkId: before?.what === what ? before.bulkId : randomUuid() }
    return unanswered.current.bulkId
  }

  const whatBecame = ({ results }: BulkAnswer, untried: number) =>
    [
      ...(['done', 'stale', 'merged', 'not-allowed'] as const).map(
        (outcome) => [outcome, results.filter((one) => one.outcome === outcome).length] as const,
      ),
      ['untried', untried] as const,
    ]
      .filter(([, count]) => count > 0)
      .map(([outcome, count]) => t(`work.outcome.${outcome}`, { count }))
      .join(' ')

  const run = async (tickets: Ticket[], change: BulkChange['change']) => {
    if (isBusy || tickets.length === 0) return
    setBusy(true)
    try {
      const of = tickets.length
      if (of > MOST_AT_ONCE) setProgress({ done: 0, of })
      const given = tickets.map(({ id, version }) => ({ id, version }))
      const answer = await during(async () => {
        const call = { change, bulkId: idOf(given, change) }
        const made = await changeAll(given, call, (done) => of > MOST_AT_ONCE && setProgress({ done, of })).catch(
          (error) => {
            if (!isUnanswered(error)) unanswered.current = null
            throw error
          },
        )
        unanswered.current = null
        const { bulkId, undoSeconds: seconds, results } = made
        // Immediately rather than after reloading the list, because the time to undo has started.
        setDone({
          key: bulkId,
          seconds,
          text: whatBecame(made, of - results.length),
          canUndo: results.some(({ outcome }) => outcome === 'done'),
          takeBack: async () =>
            (await undoChange(bulkId)).results.map(({ id, outcome }) => ({ id, isUndone: outcome === 'undone' })),
        })
        return made
      })
      const settled = new Set(answer.results.filter(({ outcome }) => outcome !== 'stale').map(({ id }) => id))
      const tried = given.map(({ id }) => id)
      const left = tried.filter((id) => !settled.has(id))
      onDone(tried, left, await readVersions(left).catch(() => []))
    } catch (error) {
      // The rows stay selected.
      if (!(error instanceof ApiError && error.status === 401)) notify(t('platform:notice.wentWrong'), 'bad')
    } finally {
      setBusy(false)
      setProgress(null)
    }
  }
  const undo = async () => {
    if (!done?.canUndo || isBusy) return
    setBusy(true)
    try {
      const results = await during(done.takeBack)
      const left = results.filter(({ isUndone }) => !isUndone)
      notify(left.length ? t('work.undoneSome', { count: left.length }) : t('work.undone'))
      setDone(null)
    } catch {
      // The call has shown the error.
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
    await during(async () => undefined)
    onDone(ticketIds, [])
  }
  return { done, isBusy, progress, run, takeIn, undo, forget: () => setDone(null) }
}
export type Bulk = ReturnType<typeof useBulk>
