import { Alert, Anchor, Button } from '@mantine/core'
import { IconAlertTriangle, IconPencil, IconSend } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { notify } from '#platform/web/notify.ts'
import { queryClient } from '#platform/web/query-client.ts'
import type { Referral } from '../referral-call.ts'
import { useTransition } from './referral-calls.ts'
import classes from './referral-page.module.css'
import { refusalText } from './refusal-text.ts'

/** For the sender of a draft: it is on its way and can be held back, or what became of that. */
export function SendingNotice({ referral }: { referral: Referral }) {
  const { t } = useTranslation('referrals')
  if (referral.sendsIn !== null)
    return <OnItsWay key={referral.version} referral={referral} seconds={Math.ceil(referral.sendsIn)} />
  if (!referral.unsent) return null
  const { refused } = referral.unsent
  return (
    <Alert
      {...(refused ? { color: 'red' } : {})}
      icon={refused ? <IconAlertTriangle aria-hidden /> : <IconPencil aria-hidden />}
      title={t(refused ? 'sending.refused' : 'sending.kept')}
      mb="md"
    >
      {refused === 'need-taken' ? (
        <NeedTaken referral={referral} />
      ) : (
        t(refused ? 'sending.refusedText' : 'sending.keptText')
      )}
      {referral.unsent.others > 0 && <SendTogether referral={referral} unsent={referral.unsent} />}
    </Alert>
  )
}

/** Which need another organization accepted, and which one works on it now. */
function NeedTaken({ referral }: { referral: Referral }) {
  const { t } = useTranslation(['referrals', 'needs'])
  const taker = referral.unsent?.takenBy
  if (!taker) return t('sending.refusedText')
  const names = { organization: shownName(taker.organizationName), need: t(`needs:${referral.need}`) }
  return (
    <>
      {t(taker.isAtWork ? 'sending.taken' : 'sending.wasTaken', names)}{' '}
      <Anchor component={Link} to={`/referrals/${taker.id}`}>
        {t('sending.takenOpen')}
      </Anchor>
    </>
  )
}

/** Sends all that were undone together once more, as they were typed. */
function SendTogether({ referral, unsent }: { referral: Referral; unsent: NonNullable<Referral['unsent']> }) {
  const { t } = useTranslation('referrals')
  const { mutateAsync, isPending } = useTransition(referral.id)
  const { others, refused, takenBy: _, ...typed } = unsent
  const send = async () => {
    try {
      await mutateAsync({ action: 'send', version: referral.version, together: true, ...typed })
    } catch (error) {
      notify(refusalText(error), 'bad')
    }
  }
  return (
    <p className={classes.nextTry}>
      <Button variant="default" mt="sm" loading={isPending} onClick={send}>
        {t('sending.together', { count: others + 1 })}
      </Button>
    </p>
  )
}

/** The seconds that are left, by this browser's clock since the answer came. */
function useSecondsLeft(seconds: number) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const end = performance.now() + seconds * 1000
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000))), 250)
    return () => clearInterval(timer)
  }, [seconds])
  return left
}

function OnItsWay({ referral, seconds }: { referral: Referral; seconds: number }) {
  const { t } = useTranslation('referrals')
  const { mutateAsync, isPending } = useTransition(referral.id)
  // Reading it again must not restart it.
  const [first] = useState(seconds)
  const left = useSecondsLeft(first)
  // The live event shows that it was sent; this is for browsers that miss it.
  useEffect(() => {
    if (left > 0) return
    const timer = setInterval(() => void queryClient.invalidateQueries({ queryKey: ['referral'] }), 2000)
    return () => clearInterval(timer)
  }, [left])
  const undo = async () => {
    try {
      await mutateAsync({ action: 'undo', version: referral.version })
    } catch (error) {
      // The notice may be another one by then.
      notify(refusalText(error), 'bad')
    }
  }
  return (
    // Not an alert, which would be read out again with every second. The snackbar has said it.
    <Alert role="group" icon={<IconSend aria-hidden />} title={t(left > 0 ? 'sending.soon' : 'sending.now')} mb="md">
      <p className={classes.nextTry}>{t('sending.until')}</p>
      {referral.undo && left > 0 && (
        <Button variant="default" mt="sm" loading={isPending} onClick={undo} aria-label={t('undo.button')}>
          {t('sending.button', { left })}
        </Button>
      )}
    </Alert>
  )
}
