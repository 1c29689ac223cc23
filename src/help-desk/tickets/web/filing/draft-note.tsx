import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { correctTimesIn } from '#platform/schema/clock-words.ts'
import { momentText } from '../ticket-words.tsx'
import classes from './filing.module.css'

/** Says that a draft was restored, and offers to start over. @param savedOn when it was last changed */
export function DraftNote({
  savedOn,
  isBusy,
  onStartOver,
}: {
  savedOn: number
  isBusy: boolean
  onStartOver: () => void
}) {
  const { t } = useTranslation('tickets')
  return (
    <div className={classes.draft}>
      <IconHistory size={20} aria-hidden />
      <p role="status">{correctTimesIn(t('draft.back', { when: momentText(new Date(savedOn).toISOString()) }))}</p>
      <Button variant="default" size="compact-md" disabled={isBusy} onClick={onStartOver}>
        {t('draft.startOver')}
      </Button>
    </div>
  )
}
