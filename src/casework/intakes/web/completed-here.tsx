import { Button, Group } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { evaluateForm } from '#casework/intake-forms/evaluate-form.ts'
import { onRetry } from '#platform/web/connection.ts'
import { today } from '#platform/web/today.ts'
import { Card } from '#ui/card.tsx'
import type { Intake } from '../intake.ts'
import { IntakeAnswers } from './intake-answers.tsx'
import classes from './intakes.module.css'
import { sendWaiting } from './send-waiting.ts'
import { readCompleted } from './unsent-intakes.ts'

const RETRY_MS = 5_000

interface CompletedHereProps {
  /** With the answers as this device has them. */
  intake: Intake
  /** Goes on answering. */
  onChange: () => void
  onSent: () => void
}

/** An intake that was completed without a connection: what it found, and that it is not sent yet. */
export function CompletedHere({ intake, onChange, onSent }: CompletedHereProps) {
  const { t } = useTranslation('intakes')
  const [isSending, setSending] = useState(false)
  const sent = useRef(onSent)
  sent.current = onSent
  const title = useRef<HTMLHeadingElement>(null)
  const { id, definition, language, answers } = intake
  const values = Object.fromEntries(answers.map(({ itemKey, value }) => [itemKey, value]))
  const found = evaluateForm(definition, values, today())
  const isChanged = useRef(false)
  const look = useCallback(async () => {
    const { pathname } = location
    await sendWaiting()
    // The screen shows the sent intake at once, and this card is gone. Only its reader must still be there.
    if (!(await readCompleted(id)) && !isChanged.current && location.pathname === pathname) sent.current()
  }, [id])
  useEffect(() => {
    title.current?.focus()
    const stop = onRetry(() => void look())
    const timer = setInterval(() => void look(), RETRY_MS)
    void look()
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [look])
  const change = () => {
    isChanged.current = true
    onChange()
  }
  const send = async () => {
    setSending(true)
    await look()
    setSending(false)
  }
  return (
    <>
      <Card labelledBy="completed-here" className={classes.card ?? ''}>
        <h2 id="completed-here" ref={title} tabIndex={-1}>
          {t('here.completed')}
        </h2>
        <p role="status" className={classes.saveState} data-state="waiting">
          <IconCloudOff size={18} aria-hidden />
          {t('save.waiting')}
        </p>
        <p className={classes.quiet}>{t('here.completedText')}</p>
        {found.scores
          .filter(({ value }) => value !== null)
          .map((score) => (
            <p key={score.key}>
              <strong>{`${score.title[language]}:`}</strong>{' '}
              {score.band ? `${score.band[language]} (${score.value})` : score.value}
            </p>
          ))}
        <p>
          {found.needs.length
            ? t('here.needs', { needs: found.needs.map(({ need }) => t(`needs:${need}`)).join(', ') })
            : t('result.noNeeds')}
        </p>
        <Group>
          <Button loading={isSending} onClick={() => void send()}>
            {t('save.send')}
          </Button>
          <Button variant="default" onClick={change}>
            {t('here.change')}
          </Button>
        </Group>
      </Card>
      <IntakeAnswers intake={intake} />
    </>
  )
}
