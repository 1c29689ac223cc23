import { Alert, Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { correctTimesIn } from '#platform/schema/clock-words.ts'
import { notify } from '#platform/web/notify.ts'
import { timeText } from '#platform/web/time-words.ts'
import type { Referral } from '../referral-call.ts'
import { useTransition } from './referral-calls.ts'
import classes from './referral-page.module.css'
import { refusalText } from './refusal-text.ts'

/** For the author of the last step: it can be undone for some minutes. */
export function UndoNotice({ referral }: { referral: Referral }) {
  const { t } = useTranslation('referrals')
  const { mutate, isPending } = useTransition(referral.id)
  const [over, setOver] = useState<string | null>(null)
  const until = referral.undo?.until
  useEffect(() => {
    if (!until) return
    const timer = setTimeout(() => setOver(until), Math.max(0, Date.parse(until) - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  if (!referral.undo || over === until) return null
  const { action } = referral.undo
  const undo = () =>
    mutate(
      { action: 'undo', version: referral.version },
      { onSuccess: () => notify(t('undo.done')), onError: (error) => notify(refusalText(error), 'bad') },
    )
  return (
    <Alert icon={<IconArrowBackUp aria-hidden />} title={t(`undo.${action}`)} mb="md">
      <p className={classes.nextTry}>{correctTimesIn(t('undo.until', { time: timeText(referral.undo.until) }))}</p>
      <Button variant="default" mt="sm" loading={isPending} onClick={undo}>
        {t('undo.button')}
      </Button>
    </Alert>
  )
}
