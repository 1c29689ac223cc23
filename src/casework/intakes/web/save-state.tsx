import { Button } from '@mantine/core'
import { IconCloudCheck, IconCloudOff, IconCloudUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { correctTimesIn } from '#platform/schema/clock-words.ts'
import { canKeep } from '#platform/web/device-store.ts'
import { timeText } from '#platform/web/time-words.ts'
import type { AnswersNow } from './answer-queue.ts'
import classes from './intakes.module.css'

const icons = { saved: IconCloudCheck, saving: IconCloudUpload, waiting: IconCloudOff, refused: IconCloudOff }

interface SaveStateProps {
  now: AnswersNow
  /** Whether an answer on the screen is typed only in part. */
  isUnfinished: boolean
  onSend: () => void
}

/** Says where the answers are stored. */
export function SaveState({ now: { state, savedOn, pending }, isUnfinished, onSend }: SaveStateProps) {
  const { t } = useTranslation('intakes')
  const Icon = icons[state]
  const time = savedOn ? timeText(savedOn) : undefined
  const isPartly = state === 'saved' && isUnfinished
  const isNew = state === 'saved' && !time && !isPartly
  const words = isPartly ? 'unfinished' : state === 'waiting' && !canKeep() ? 'unkept' : state
  return (
    <>
      <p role="status" className={classes.saveState} data-state={state}>
        {!isNew && !isPartly && <Icon size={18} aria-hidden />}
        {isNew ? t('save.none') : correctTimesIn(t(`save.${words}`, { time }))}
      </p>
      {state === 'waiting' && (
        <p className={classes.quiet}>
          {t('save.count', { count: Object.keys(pending).length })} {isUnfinished && t('save.unfinished')}{' '}
          <Button variant="default" size="compact-md" onClick={onSend}>
            {t('save.send')}
          </Button>
        </p>
      )}
      {!canKeep() && <p className={classes.quiet}>{t('save.notKept')}</p>}
    </>
  )
}
