import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import { phoneText } from '#platform/schema/phone-number.ts'
import { ApiError, api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { dayText } from '#platform/web/time-words.ts'
import { ActionButton, ActionLink } from '#ui/action.tsx'
import { MessagePage } from '#ui/message-page.tsx'
import type { ChangeWord, OpenChange } from '../portal-account.ts'
import { type LinkFailure, readLink } from './read-link.ts'

type Ended = LinkFailure | 'taken' | 'done' | 'wait' | 'approved'
const pathOf = (code: string | undefined) => `/api/accountChange/${encodeURIComponent(code ?? '')}`

export const loader = ({ params }: LoaderFunctionArgs) => readLink<OpenChange>(pathOf(params.code))

/**
 * The owner of a new address or number confirms that it is theirs, or the account's owner agrees to the change. Only
 * the button counts: mail programs open links, too.
 */
export function Screen() {
  const { t } = useTranslation(['team', 'platform'])
  const { code } = useParams()
  const { answer, failure } = useLoaderData<Awaited<ReturnType<typeof loader>>>()
  const [ended, setEnded] = useState<Ended | null>(failure)
  const [countsOn, setCountsOn] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      const word = await api.post<ChangeWord>(`${pathOf(code)}/confirm`, undefined, { quiet: true, staysOn401: true })
      setCountsOn(word.countsOn)
      setEnded(word.isDone ? 'done' : word.countsOn ? 'wait' : 'approved')
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0
      if (status === 410) setEnded((error as ApiError).body.reason as LinkFailure)
      else if (status === 406) setEnded('taken')
      else notify(t('platform:notice.wentWrong'), 'bad')
    }
    setBusy(false)
  }
  const kind = answer?.kind ?? 'email'
  const asked = answer?.step === 'approve' ? 'approve' : kind
  if (ended === 'done')
    return (
      <MessagePage
        title={t(`confirm.${kind}Done`)}
        text={t(`confirm.${kind}DoneText`, { value: phoneText(answer?.newValue ?? '') })}
      >
        <ActionLink to="/">{t('confirm.home')}</ActionLink>
      </MessagePage>
    )
  if (ended)
    return (
      <MessagePage
        title={t(`confirm.${ended}Title`)}
        text={t(`confirm.${ended}Text`, {
          day: countsOn ? dayText(countsOn) : '',
          value: phoneText(answer?.newValue ?? ''),
        })}
      >
        <ActionLink to="/">{t('confirm.home')}</ActionLink>
      </MessagePage>
    )
  return (
    <MessagePage
      title={t(`confirm.${asked}Title`)}
      text={t(`confirm.${asked}Text`, { firstName: answer?.firstName, value: phoneText(answer?.newValue ?? '') })}
    >
      <ActionButton isBusy={isBusy} onClick={confirm}>
        {t(asked === 'approve' ? 'confirm.agree' : 'confirm.submit')}
      </ActionButton>
    </MessagePage>
  )
}
