import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NotLoaded } from '#platform/web/not-loaded.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { OpenConsentRequest } from '../consent-request.ts'
import { AnswerForms } from './answer-forms.tsx'
import { ConsentAnswered } from './consent-answered.tsx'
import classes from './consent-requests.module.css'

interface OpenRequestProps {
  request: OpenConsentRequest
  organization: string
  /** @returns whether it worked */
  onAct: (what: 'read' | 'sign' | 'refuse', body: object) => Promise<boolean>
}

const focusTitle = () => requestAnimationFrame(() => document.querySelector('h1')?.focus())

/** The text in the reader's language, and what they answer or answered. */
export function OpenRequest({ request, organization, onAct }: OpenRequestProps) {
  const { t, i18n } = useTranslation('consent-requests')
  const { text, terms, answer } = request
  // The person may choose another language above: the text follows, until it is answered.
  const chosen = i18n.language.startsWith('es') ? 'es' : 'en'
  const isOther = answer === null && text.language !== chosen
  const [reading, setReading] = useState<'no' | 'now' | 'failed'>('no')
  const turn = useRef(0)
  const read = async () => {
    const own = ++turn.current
    setReading('now')
    const isRead = await onAct('read', { language: chosen })
    if (own === turn.current) setReading(isRead ? 'no' : 'failed')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another language loads it again
  useEffect(() => {
    if (isOther) void read()
  }, [isOther, chosen])
  const decide = async (what: 'sign' | 'refuse', body: object) => {
    if (await onAct(what, { language: text.language, ...body })) focusTitle()
  }
  return (
    <>
      <PageHeading
        title={<span lang={text.language}>{text.title}</span>}
        lead={answer ? undefined : t('page.lead', { organization })}
      />
      <ConsentAnswered request={request} />
      <div className={classes.text} lang={text.language}>
        {text.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      {/* The text that is there can be answered meanwhile. */}
      {isOther && reading === 'failed' && <NotLoaded title={t('page.otherUnread')} onRetry={read} />}
      {!answer && (
        <AnswerForms
          organization={organization}
          isReading={isOther && reading === 'now'}
          onSign={(proof) => decide('sign', { ...proof, terms, textId: text.textId })}
          onRefuse={(reason) => decide('refuse', { reason })}
        />
      )}
    </>
  )
}
