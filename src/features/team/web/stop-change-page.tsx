import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { ApiError, api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { ActionButton, ActionLink } from '#ui/action.tsx'
import { MessagePage } from '#ui/message-page.tsx'
import type { StoppedChange } from '../portal-account.ts'

const keyOf = ({ kind, wasUndone }: StoppedChange) => (wasUndone ? `${kind}Undone` : 'stopped')

/** "This was not me": stops a new address or number, or takes the former one back. */
export function Screen() {
  const { t } = useTranslation(['team', 'platform'])
  const { code = '' } = useParams()
  const [ended, setEnded] = useState<StoppedChange | 'gone' | 'taken' | null>(null)
  const [isBusy, setBusy] = useState(false)
  const stop = async () => {
    setBusy(true)
    const path = `/api/accountChange/${encodeURIComponent(code)}/stop`
    try {
      setEnded(await api.post<StoppedChange>(path, undefined, { quiet: true, staysOn401: true }))
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0
      if (status === 410) setEnded('gone')
      else if (status === 406) setEnded('taken')
      else notify(t('platform:notice.wentWrong'), 'bad')
    }
    setBusy(false)
  }
  if (!ended)
    return (
      <MessagePage title={t('notMe.title')} text={t('notMe.text')}>
        <ActionButton isBusy={isBusy} onClick={stop}>
          {t('notMe.submit')}
        </ActionButton>
        <ActionLink to="/" look="quiet">
          {t('notMe.leave')}
        </ActionLink>
      </MessagePage>
    )
  const key = typeof ended === 'string' ? ended : keyOf(ended)
  return (
    <MessagePage title={t(`notMe.${key}Title`)} text={t(`notMe.${key}Text`)}>
      <ActionLink to="/">{t('confirm.home')}</ActionLink>
    </MessagePage>
  )
}
