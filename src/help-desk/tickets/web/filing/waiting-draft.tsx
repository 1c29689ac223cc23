import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readDraft } from '#platform/web/drafts.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import classes from './filing.module.css'
import { REQUEST_DRAFT } from './use-new-request.ts'

/** The form stores its draft shortly after it closes, which takes longer on a slow device. */
const LOOKS_MS = [100, 1000, 4000]

/**
 * Shows that a request was started but not sent, for example before a reload. @param isOpen whether its form is open
 */
export function WaitingDraft({ isOpen, onContinue }: { isOpen: boolean; onContinue: () => void }) {
  const { t } = useTranslation('tickets')
  const [savedOn, setSavedOn] = useState<number | null>(null)
  useEffect(() => {
    if (isOpen) return setSavedOn(null)
    let isOver = false
    const look = async () => {
      const draft = await readDraft(REQUEST_DRAFT)
      if (!isOver) setSavedOn(draft?.savedOn ?? null)
    }
    const timers = LOOKS_MS.map((ms) => setTimeout(look, ms))
    return () => {
      isOver = true
      for (const timer of timers) clearTimeout(timer)
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
