import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import { ApiError, api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { ActionButton, ActionLink } from '#ui/action.tsx'
import { MessagePage } from '#ui/message-page.tsx'
import type { OpenChange } from '../portal-account.ts'
import { type LinkFailure, readLink } from './read-link.ts'

const pathOf = (code: string | undefined) => `/api/accountChange/${encodeURIComponent(code ?? '')}`

export const loader = ({ params }: LoaderFunctionArgs) => readLink<OpenChange>(pathOf(params.code))

/** The owner of a new address or number says that it is theirs. Only the press counts: mail programs open links, too. */
export function Screen() {
  const { t } = useTranslation(['team', 'platform'])
  const { code } = useParams()
  const { answer, failure } = useLoaderData<Awaited<ReturnType<typeof loader>>>()
  const [ended, setEnded] = useState<LinkFailure | 'taken' | 'done' | null>(failure)
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await api.post(`${pathOf(code)}/confirm`, undefined, { quiet: true, staysOn401: true })
      setEnded('done')
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0
      if (status === 410) setEnded((error as ApiError).body.reason as LinkFailure)
      else if (status === 406) setEnded('taken')
      else notify(t('platform:notice.wentWrong'), 'bad')
    }
    setBusy(false)
  }
  const kind = answer?.kind ?? 'email'
  if (ended === 'done')
    return (
      <MessagePage title={t(`confirm.${kind}Done`)} text={t(`confirm.${kind}DoneText`, { value: answer?.newValue })}>
        <ActionLink to="/">{t('confirm.home')}</ActionLink>
      </MessagePage>
    )
  if (ended)
    return (
      <MessagePage title={t(`confirm.${ended}Title`)} text={t(`confirm.${ended}Text`)}>
        <ActionLink to="/">{t('confirm.home')}</ActionLink>
      </MessagePage>
    )
  return (
    <MessagePage
      title={t(`confirm.${kind}Title`)}
      text={t(`confirm.${kind}Text`, { firstName: answer?.firstName, value: answer?.newValue })}
    >
      <ActionButton isBusy={isBusy} onClick={confirm}>
        {t('confirm.submit')}
      </ActionButton>
    </MessagePage>
  )
}
