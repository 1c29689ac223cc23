import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ActionButton, ActionLink } from '#ui/action.tsx'
import { MessagePage } from '#ui/message-page.tsx'
import { emailUpdates, stopEmailUpdates } from './waiting-calls.ts'

/** The page itself reports an invalid code, for example from an old mail. */
export const loader = async ({ params: { code = '' } }: LoaderFunctionArgs) => ({
  code,
  updates: await emailUpdates(code).catch(() => null),
})

/** The target of a mail's unsubscribe link, signed in or not: asks before it ends anything. */
export function Screen() {
  const { t } = useTranslation('tickets')
  const { code, updates } = useLoaderData<typeof loader>()
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking')
  if (!updates)
    return (
      <MessagePage title={t('stop.unknown')} text={t('stop.unknownText')}>
        <ActionLink to="/">{t('stop.home')}</ActionLink>
      </MessagePage>
    )
  const { ticketNumber } = updates
  const stop = async () => {
    setState('busy')
    await stopEmailUpdates(code).then(
      () => setState('done'),
      () => setState('asking'),
    )
  }
  if (state === 'done')
    return (
      <div role="status">
        <MessagePage
          title={t('stop.done')}
          text={ticketNumber ? t('stop.doneTicket', { ticketNumber }) : t('stop.doneAssigned')}
        >
          <ActionLink to="/">{t('stop.home')}</ActionLink>
        </MessagePage>
      </div>
    )
  return (
    <MessagePage title={t('stop.title')} text={ticketNumber ? t('stop.ticket', { ticketNumber }) : t('stop.assigned')}>
      <ActionButton isBusy={state === 'busy'} onClick={stop}>
        {t('stop.button')}
      </ActionButton>
    </MessagePage>
  )
}
