import { IconMail, IconMessage, IconPhone } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoaderData, useRevalidator } from 'react-router'
import { localeOf } from '#platform/schema/locale-of.ts'
import { api } from '#platform/web/api.ts'
import { ActionButton } from '#ui/action.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import classes from './outbox-page.module.css'

interface OutboxMessage {
  id: string
  channel: 'email' | 'sms' | 'voice'
  to: string
  subject: string | null
  text: string
  html: string | null
  createdOn: string
}
const icons = { email: IconMail, sms: IconMessage, voice: IconPhone }

export const loader = () => api.get<OutboxMessage[]>('/api/dev/outbox')

export function Screen() {
  const { t, i18n } = useTranslation('evaluation')
  const messages = useLoaderData<OutboxMessage[]>()
  const { revalidate } = useRevalidator()
  return (
    <main id="content">
      <PageHeading
        title={t('outbox.title')}
        lead={t('outbox.lead')}
        action={
          <ActionButton look="quiet" onClick={() => revalidate()}>
            {t('outbox.refresh')}
          </ActionButton>
        }
      />
      {messages.length === 0 && (
        <EmptyState icon={<IconMail />} title={t('outbox.empty')}>
          {t('outbox.emptyText')}
        </EmptyState>
      )}
      <ol className={classes.list}>
        {messages.map((m) => {
          const Icon = icons[m.channel]
          return (
            <li key={m.id} className={classes.message}>
              <h2 className={classes.subject}>
                <Icon size={20} aria-label={m.channel} /> {m.subject ?? m.channel}
              </h2>
              <p className={classes.about}>
                {t('outbox.to', { to: m.to })} ·{' '}
                <time dateTime={m.createdOn}>{new Date(m.createdOn).toLocaleString(localeOf(i18n.language))}</time>
              </p>
              <p className={classes.text}>{linked(m.text)}</p>
              {m.html && (
                <details>
                  <summary>{t('outbox.show')}</summary>
                  <iframe
                    className={classes.html}
                    sandbox=""
                    src={`/api/dev/outbox/${m.id}/html`}
                    loading="lazy"
                    title={m.subject ?? t('outbox.show')}
                  />
                </details>
              )}
            </li>
          )
        })}
      </ol>
    </main>
  )
}

/** Plain text with links for its URLs. */
const linked = (text: string) =>
  text.split(/(https?:\/\/\S+)/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one unchanging text
    <Fragment key={at}>{/^https?:/.test(part) ? <a href={part}>{part}</a> : part}</Fragment>
  ))
