import { Button } from '@mantine/core'
import { IconArrowBackUp, IconArrowMerge, IconUserCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRoomBelow } from '#ui/room-below.ts'
import { MOST_DUPLICATES } from '../../merging.ts'
import type { Bulk, Done } from './use-bulk.ts'
import type { Selection } from './use-selection.ts'
import classes from './working.module.css'
import { isAgent } from './working-calls.ts'

/** What can be done with the chosen rows, and for a while afterwards what was done and how to take it back. */
export function BulkBar({
  selection,
  bulk,
  onAsk,
}: {
  selection: Selection
  bulk: Bulk
  onAsk: (kind: 'status' | 'assignee' | 'merge') => void
}) {
  const { t } = useTranslation('help-desk')
  const count = selection.tickets.length
  const bar = useRef<HTMLDivElement>(null)
  useRoomBelow(bar)
  return (
    <div ref={bar} className={classes.bulk}>
      {count > 0 && (
        <section className={classes.chosen} aria-label={t('work.chosen', { count })}>
          <strong>{t('work.chosen', { count })}</strong>
          <Button variant="subtle" onClick={selection.clear}>
            {t('work.clear')}
          </Button>
          <Button variant="default" loading={bulk.isBusy} onClick={() => onAsk('status')}>
            {t('work.changeStatus')}
          </Button>
          {isAgent() && (
            <Button
              variant="default"
              loading={bulk.isBusy}
              leftSection={<IconUserCheck size={18} aria-hidden />}
              onClick={() => onAsk('assignee')}
            >
              {t('work.assignTo')}
            </Button>
          )}
          {isAgent() && count <= MOST_DUPLICATES + 1 && (
            <Button
              variant="default"
              loading={bulk.isBusy}
              leftSection={<IconArrowMerge size={18} aria-hidden />}
              onClick={() => onAsk('merge')}
            >
              {t('merge.open')}
            </Button>
          )}
        </section>
      )}
      <div role="status">{bulk.done && <Undo key={bulk.done.key} done={bulk.done} bulk={bulk} />}</div>
    </div>
  )
}

/** Goes by itself, but not while the pointer or the keyboard is on it. */
function Undo({ done, bulk }: { done: Done; bulk: Bulk }) {
  const { t } = useTranslation('help-desk')
  const [isHeld, setHeld] = useState(false)
  const { forget } = bulk
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same change keeps its time
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(forget, done.seconds * 1000)
    return () => clearTimeout(timer)
  }, [isHeld, done.key])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only keeps it there
    <div
      className={classes.undo}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{done.text}</span>
      {done.canUndo && (
        <Button
          variant="default"
          loading={bulk.isBusy}
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          onClick={bulk.undo}
        >
          {t('work.undo')}
        </Button>
      )}
    </div>
  )
}
