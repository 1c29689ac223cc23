import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/web/api.ts'
import { errorText } from '#platform/web/contract-form.ts'
import type { BulkDone } from '#platform/web/lists/selection-bar.tsx'
import type { Selectable } from '#platform/web/lists/use-selection.ts'
import { notify } from '#platform/web/notify.ts'
import { randomUuid } from '#platform/web/random-uuid.ts'
import { type BulkAnswer, type BulkCall, bulkOutcomes } from '../bulk-call.ts'
import { changeReferrals, undoChange } from './referral-list-calls.ts'

/** How long a result stays that cannot be undone. */
const SHOWN_SECONDS = 10
export type Act = Omit<BulkCall, 'bulkId' | 'referrals'>
export type Results = BulkAnswer['results']

const succeeded = ({ outcome }: Results[number]) => outcome === 'done' || outcome === 'unchanged'

/** A call that got no answer is repeated once under the same ID: what was done is not done again. */
async function changeSafely(call: BulkCall) {
  try {
    return await changeReferrals(call)
  } catch (error) {
    if (error instanceof ApiError && error.status > 0 && error.status < 500) throw error
    return changeReferrals(call)
  }
}

/** Takes one step of many referrals, says what became of each, and can undo it. */
export function useBulk({
  during,
  onDone,
}: {
  /** changes referrals, and then reloads the list */
  during: <Result>(act: () => Promise<Result>) => Promise<Result>
  /** @param left those that could not be changed */
  onDone: (tried: string[], left: string[]) => void
}) {
  const { t } = useTranslation(['referral-lists', 'platform'])
  const [done, setDone] = useState<(BulkDone & { failed: Results }) | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState<Results>([])

  /** @returns those that could not be changed */
  const show = ({ bulkId, canUndo, undoSeconds, results }: BulkAnswer) => {
    const left = results.filter((one) => !succeeded(one))
    setDone({
      key: bulkId,
      seconds: canUndo ? undoSeconds : SHOWN_SECONDS,
      text: bulkOutcomes
        .map((outcome) => [outcome, results.filter((one) => one.outcome === outcome).length] as const)
        .filter(([, count]) => count > 0)
        .map(([outcome, count]) => t(`outcome.${outcome}`, { count }))
        .join(' '),
      canUndo: canUndo && results.some(({ outcome }) => outcome === 'done'),
      failed: left,
    })
    setFailed(left)
    return left
  }
  /** @param onAnswered once it is done; until then, what was typed stays. @returns what is wrong, by fields */
  const run = async (referrals: Selectable[], act: Act, onAnswered?: () => void): Promise<Record<string, string>> => {
    if (isBusy || referrals.length === 0) return {}
    setBusy(true)
    const targets = referrals.map(({ id, version }) => ({ id, version }))
    try {
      const left = await during(async () => {
        const answer = await changeSafely({ ...act, bulkId: randomUuid(), referrals: targets })
        // Immediately rather than after reloading the list, because the time to undo has started.
        onAnswered?.()
        return show(answer)
      })
      const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
      onDone(ids(targets), ids(left))
      return {}
    } catch (error) {
      const wrong = error instanceof ApiError ? error.errors : []
      if (wrong.length === 0) notify(t('platform:notice.wentWrong'), 'bad')
      return Object.fromEntries(wrong.map(({ path, message }) => [path, errorText(message, 'referrals')]))
    } finally {
      setBusy(false)
    }
  }
  const undo = async () => {
    if (!done?.canUndo || isBusy) return
    setBusy(true)
    try {
      const { results } = await during(() => undoChange(done.key))
      const left = results.filter(({ outcome }) => outcome !== 'undone').length
      notify(left ? t('undoneSome', { count: left }) : t('undone'))
      setDone(null)
    } catch {
      // The call has shown the error.
    } finally {
      setBusy(false)
    }
  }
  return {
    done,
    isBusy,
    /** what could not be changed, until its dialog is closed */
    failed,
    run,
    undo,
    showFailed: () => setFailed(done?.failed ?? []),
    closeFailed: () => setFailed([]),
    forget: () => setDone(null),
  }
}
export type Bulk = ReturnType<typeof useBulk>
