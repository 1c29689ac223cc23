import { Button, Skeleton } from '@mantine/core'
import { IconCheck, IconCircleDashed, IconDeviceMobile, IconMail, IconQrcode } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { mayChangeSignIn } from '#platform/web/session-user.ts'
import { Card } from '#ui/card.tsx'
import type { Authenticator, Enrollment } from '../authenticator.ts'
import { authenticatorsQuery, failureText, findApp, findPhone, reloadFactors } from './authenticator-calls.ts'
import { AuthenticatorCard } from './authenticator-card.tsx'
import { EnrollAppDialog } from './enroll-app-dialog.tsx'
import { EnrollPhoneDialog } from './enroll-phone-dialog.tsx'
import { type FactorIntent, findIntent, forgetIntent, saveIntent } from './factor-intent.ts'
import classes from './factors-section.module.css'
import { RemovalDialog } from './removal-dialog.tsx'

type Open =
  | { kind: 'phone' }
  | { kind: 'app'; enrollment: Enrollment }
  | { kind: 'removal'; authenticator: Authenticator }

/** Resumes what was started before the second factor, as soon as the list shows that it is still possible. */
function useResumed(
  resume: FactorIntent | null,
  list: Authenticator[] | undefined,
  acts: { startApp: () => void; show: (open: Open) => void },
) {
  const waiting = useRef(resume)
  useEffect(forgetIntent, [])
  useEffect(() => {
    const intent = waiting.current
    if (!intent || !list) return
    waiting.current = null
    if (intent.kind === 'app' && !findApp(list)) acts.startApp()
    if (intent.kind === 'phone' && !findPhone(list)) acts.show({ kind: 'phone' })
    const authenticator = intent.kind === 'removal' && list.find((a) => a.id === intent.authenticatorId)
    if (authenticator) acts.show({ kind: 'removal', authenticator })
  })
}

/** A card for each kind of authenticator; enrolling and removing happen in dialogs. */
export function SecondFactorsSection({ isRequired }: { isRequired: boolean }) {
  const { t } = useTranslation('authenticators')
  const client = useQueryClient()
  const { data: list, isError, refetch } = useQuery(authenticatorsQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const [resume] = useState(findIntent)
  const startApp = useMutation({
    mutationFn: () => api.post<Enrollment>('/api/mfa/', { authenticator_type: 'otp' }, { quiet: true }),
    onSuccess: (enrollment) => setOpen({ kind: 'app', enrollment }),
    onError: (error) => {
      saveIntent(error, { kind: 'app' })
      notify(failureText(error), 'bad')
    },
  })
  useResumed(resume, list, { startApp: startApp.mutate, show: setOpen })
  const finish = async () => {
    setOpen(null)
    await reloadFactors(client)
  }
  return (
    <Card labelledBy="second-factors" className={classes.section ?? ''}>
      <h2 id="second-factors">{t('title')}</h2>
      <p className={classes.lead}>{t(isRequired ? 'required' : 'lead')}</p>
      {isError && !list && (
        <div className={classes.row} role="alert">
          {t('loadFailed')}
          <Button variant="default" onClick={() => refetch()}>
            {t('retry')}
          </Button>
        </div>
      )}
      <div className={classes.cards}>
        {list ? (
          <FactorCards
            list={list}
            isStarting={startApp.isPending}
            onEnrollPhone={() => setOpen({ kind: 'phone' })}
            onEnrollApp={() => startApp.mutate()}
            onRemove={(authenticator) => setOpen({ kind: 'removal', authenticator })}
          />
        ) : (
          !isError && [1, 2, 3].map((n) => <Skeleton key={n} height={190} radius="lg" />)
        )}
      </div>
      {open?.kind === 'phone' && <EnrollPhoneDialog onFinish={finish} onCancel={() => setOpen(null)} />}
      {open?.kind === 'app' && (
        <EnrollAppDialog enrollment={open.enrollment} onFinish={finish} onCancel={() => setOpen(null)} />
      )}
      {open?.kind === 'removal' && <RemovalDialog authenticator={open.authenticator} onClose={() => setOpen(null)} />}
    </Card>
  )
}

/** An address may wrap before its @, not inside a word. */
const breakable = (address: string) => address.replace('@', '\u200b@')

interface FactorCardsProps {
  list: Authenticator[]
  isStarting: boolean
  onEnrollPhone: () => void
  onEnrollApp: () => void
  onRemove: (authenticator: Authenticator) => void
}

function FactorCards({ list, isStarting, onEnrollPhone, onEnrollApp, onRemove }: FactorCardsProps) {
  const { t } = useTranslation('authenticators')
  const [phone, app] = [findPhone(list), findApp(list)]
  const email = list.find((a) => a.oob_channel === 'email')
  const on = { label: t('state.on'), isOn: true, icon: <IconCheck aria-hidden="true" size={16} /> }
  const off = { label: t('state.off'), isOn: false, icon: <IconCircleDashed aria-hidden="true" size={16} /> }
  const isDisabled = !mayChangeSignIn()
  const removing = (authenticator: Authenticator) => ({
    label: t('remove'),
    isQuiet: true,
    isDisabled,
    onClick: () => onRemove(authenticator),
  })
  return (
    <>
      <AuthenticatorCard
        icon={<IconMail aria-hidden="true" />}
        title={t('email.title')}
        text={email?.isAccepted ? t('email.text', { to: breakable(email.name ?? '') }) : t('email.refused')}
        state={email?.isAccepted ? { ...on, label: t('state.always') } : off}
        action={{ label: t('remove'), isQuiet: true, isDisabled: true }}
      />
      <AuthenticatorCard
        icon={<IconDeviceMobile aria-hidden="true" />}
        title={t('phone.title')}
        text={phone ? t(`phone.${phone.oob_channel as 'sms' | 'voice'}`, { to: phone.name ?? '' }) : t('phone.text')}
        state={phone ? on : off}
        action={phone ? removing(phone) : { label: t('enroll'), isQuiet: false, isDisabled, onClick: onEnrollPhone }}
      />
      <AuthenticatorCard
        icon={<IconQrcode aria-hidden="true" />}
        title={t('app.title')}
        text={t(app ? 'app.enrolled' : 'app.text')}
        state={app ? on : off}
        action={
          app
            ? removing(app)
            : { label: t('enroll'), isQuiet: false, isDisabled, isBusy: isStarting, onClick: onEnrollApp }
        }
      />
    </>
  )
}
