import { Alert, Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#platform/web/notify.ts'
import type { Referral } from '../referral-call.ts'
import { useTransition } from './referral-calls.ts'
import classes from './referral-page.module.css'
import { refusalText } from './refusal-text.ts'

const timeOfDay = (on: string, language: string) =>
  new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }).format(new Date(on))

/** For the author of the last step: it can be undone for some minutes. */
export function UndoNotice({ referral }: { referral: Referral }) {
  const { t, i18n } = useTranslation('referrals')
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
      <p className={classes.nextTry}>{t('undo.until', { time: timeOfDay(referral.undo.until, i18n.language) })}</p>
      <Button variant="default" mt="sm" loading={isPending} onClick={undo}>
        {t('undo.button')}
      </Button>
    </Alert>
  )
}
