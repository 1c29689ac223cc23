import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readDraft } from '#platform/web/drafts.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import classes from './filing.module.css'
import { REQUEST_DRAFT } from './use-new-request.ts'

/**
 * Shows that a request was started but not sent, for example before a reload. @param isOpen whether its form is open
 */
export function WaitingDraft({ isOpen, onContinue }: { isOpen: boolean; onContinue: () => void }) {
  const { t } = useTranslation('tickets')
  const [savedOn, setSavedOn] = useState<number | null>(null)
  useEffect(() => {
    if (isOpen) return setSavedOn(null)
    let isOver = false
    void readDraft(REQUEST_DRAFT).then((draft) => {
      if (!isOver) setSavedOn(draft?.savedOn ?? null)
    })
    return () => {
      isOver = true
    }
  }, [isOpen])
  if (savedOn === null) return null
  return (
    <div className={`${classes.draft} ${classes.waiting}`}>
      <IconHistory size={20} aria-hidden />
      <p>{t('draft.waiting', { when: timeInWords(new Date(savedOn).toISOString()) })}</p>
      <Button variant="default" size="compact-md" onClick={onContinue}>
        {t('draft.goOn')}
      </Button>
    </div>
  )
}
