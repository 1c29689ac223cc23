import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refreshUser } from '#platform/web/guards.ts'
import { knownUser } from '#platform/web/session-user.ts'
import { endImpersonation } from './end-impersonation.ts'
import classes from './safety.module.css'
import { secondsWords } from './seconds-words.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

/** Shown during an impersonation: who, as whom, the remaining time, and the button to end it. */
export function ImpersonationBanner() {
  return knownUser()?.impersonation ? <Banner /> : null
}

function Banner() {
  const { t } = useTranslation('account-safety')
  const user = knownUser()
  const [endsAt, setEndsAt] = useState<number | null>(null)
  useEffect(() => {
    // Uses the server's remaining seconds, because this machine's clock may be wrong.
    refreshUser().then(
      ({ impersonation }) => impersonation && setEndsAt(Date.now() + impersonation.secondsLeft * 1000),
      () => undefined,
    )
  }, [])
  const left = useSecondsLeft(endsAt, endImpersonation)
  if (!user?.impersonation) return null
  const name = `${user.firstName} ${user.lastName}`
  return (
    <aside className={classes.banner} aria-label={t('banner.label')}>
      <p>
        {t('banner.text', { by: user.impersonation.by, name })}{' '}
        <span className={classes.left} role="timer">
          {left === null ? '' : t('banner.left', { time: secondsWords(t, left) })}
        </span>
      </p>
      <Button variant="filled" leftSection={<IconArrowBackUp size={20} aria-hidden />} onClick={endImpersonation}>
        {t('banner.back')}
      </Button>
    </aside>
  )
}
