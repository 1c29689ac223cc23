import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import {
  conflictOf,
  editorPath,
  type ListingFill,
  type SaveConflict,
  useFieldWords,
} from '#directory/editing/web/editing-public.tsx'
import { fieldsOf, type ServicePhone } from '#directory/services/service-document.ts'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { ApiError } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import type { Suggestion, SuggestionDecision } from '../suggestion.ts'
import { RejectDialog } from './reject-dialog.tsx'
import { decide } from './suggestion-calls.ts'
import classes from './suggestions.module.css'

interface SuggestionCardProps {
  suggestion: Suggestion
  onDecided: () => void
}

/** The values of a suggestion in words, one line for each field. */
function useValueText({ kind }: Suggestion) {
  const { valueText } = useFieldWords({ kind: kind ?? 'service', places: [] })
  return (values: Record<string, unknown>) => {
    const lines = Object.entries(values).map(([field, value]) => valueText(field, value))
    const said = lines.filter((line) => line !== '—')
    return said.length ? said.join('\n') : '—'
  }
}

type Found = SaveConflict | 'gone' | 'goneContact'

/** Why accepting changed nothing: the listing changed since it was suggested. */
function findConflict(error: unknown): Found | null {
  if (error instanceof ApiError && error.code === 'suggested-number-gone') return 'gone'
  if (error instanceof ApiError && error.code === 'suggested-contact-gone') return 'goneContact'
  return conflictOf(error)
}

/** One correction, with what is there and what is proposed, and the three answers to it. */
export function SuggestionCard({ suggestion, onDecided }: SuggestionCardProps) {
  const { t } = useTranslation(['suggestions', 'platform'])
  const navigate = useNavigate()
  const [isSending, setSending] = useState(false)
  const [isRejecting, setRejecting] = useState(false)
  const [conflict, setConflict] = useState<Found | null>(null)
  const textOf = useValueText(suggestion)
  const { id, kind, listingId, before, after, serviceName, proposed, note } = suggestion
  /** @returns whether it is decided now, by this person or by somebody else */
  const send = async (decision: SuggestionDecision) => {
    setSending(true)
    try {
      await decide(id, decision)
      notify(t(`list.done.${decision.action}`))
      onDecided()
      return true
    } catch (error) {
      const found = findConflict(error)
      if (found) {
        setConflict(found)
        return false
      }
      const isDecided = error instanceof ApiError && error.code === 'suggestion-decided'
      notify(t(isDecided ? 'list.meanwhile' : 'list.failed'), 'bad')
      if (isDecided) onDecided()
      return isDecided
    } finally {
      setSending(false)
    }
  }
  const edit = () => {
    const words = [...(after ? [textOf(after)] : []), proposed, note].filter((one): one is string => Boolean(one))
    const fill: ListingFill = {
      ...{ before: before ?? {}, after: after ?? {}, words },
      ...{ doneTo: '/organization/corrections', done: { edited: id } },
    }
    const key = kind && listingId ? { kind, id: listingId } : { kind: 'service' as const, id: suggestion.serviceId }
    navigate(editorPath(key), { state: { fill } })
  }
  const hasValue = before !== null && after !== null
  return (
    <Card labelledBy={`suggestion-${id} topic-${id}`} className={classes.item ?? ''}>
      <div>
        <h2 id={`suggestion-${id}`}>
          <Link to={`/directory/service/${suggestion.serviceId}`}>{serviceName}</Link>
        </h2>
        <p className={classes.soft}>
          {[...new Set([shownName(suggestion.organizationName), suggestion.placeName])].filter(Boolean).join(' · ')}
        </p>
      </div>
      <p>
        <strong id={`topic-${id}`}>{t(`topic.${suggestion.topic}`)}</strong>
      </p>
      <dl className={classes.values}>
        {hasValue && (
          <div>
            <dt>{t('list.before')}</dt>
            <dd>{textOf(before)}</dd>
          </div>
        )}
        <div data-proposed>
          <dt>{t('list.proposed')}</dt>
          <dd>{hasValue ? textOf(after) : proposed}</dd>
        </div>
      </dl>
      {note && <p className={classes.note}>{note}</p>}
      <p className={classes.soft}>
        {t(suggestion.suggestedBy ? 'list.by' : `list.from.${suggestion.source}`, {
          name: suggestion.suggestedBy,
          when: timeInWords(suggestion.suggestedOn),
        })}
      </p>
      {conflict && <Conflict conflict={conflict} suggestion={suggestion} textOf={textOf} />}
      <div className={classes.actions}>
        <Button
          variant="default"
          aria-label={t('list.rejectFor', { service: serviceName })}
          onClick={() => setRejecting(true)}
        >
          {t('list.reject')}
        </Button>
        <Button variant="default" aria-label={t('list.editFor', { service: serviceName })} onClick={edit}>
          {t('list.edit')}
        </Button>
        {hasValue && typeof conflict !== 'string' && (
          <Button
            loading={isSending}
            aria-label={t(conflict ? 'list.acceptAnywayFor' : 'list.acceptFor', { service: serviceName })}
            onClick={() => void send({ action: 'accept', ...(conflict ? { version: conflict.current.version } : {}) })}
          >
            {t(conflict ? 'list.acceptAnyway' : 'list.accept')}
          </Button>
        )}
        {!hasValue && (
          <Button
            loading={isSending}
            aria-label={t('list.doneFor', { service: serviceName })}
            onClick={() => void send({ action: 'edited' })}
          >
            {t('list.markDone')}
          </Button>
        )}
      </div>
      {isRejecting && (
        <RejectDialog
          onClose={() => setRejecting(false)}
          onReject={async (reason) => {
            if (await send({ action: 'reject', reason })) setRejecting(false)
          }}
        />
      )}
    </Card>
  )
}

interface ConflictProps {
  conflict: Found
  suggestion: Suggestion
  textOf: (values: Record<string, unknown>) => string
}

/** What the listing says now, and who changed it. Nothing was saved. */
function Conflict({ conflict, suggestion, textOf }: ConflictProps) {
  const { t } = useTranslation('suggestions')
  if (typeof conflict === 'string')
    return (
      <div className={classes.conflict} role="alert">
        <p>{t(`conflict.${conflict}`)}</p>
      </div>
    )
  const present = fieldsOf(conflict.current.values)
  const fields = Object.keys(suggestion.after ?? {})
  const values = Object.fromEntries(fields.map((field) => [field, present[field] as ServicePhone[] | unknown]))
  const [newest] = conflict.theirs
  return (
    <div className={classes.conflict} role="alert">
      <p>
        {newest?.by ? t('conflict.by', { name: newest.by, when: timeInWords(newest.on) }) : t('conflict.meanwhile')}
      </p>
      <dl className={classes.values}>
        <div>
          <dt>{t('conflict.now')}</dt>
          <dd>{textOf(values)}</dd>
        </div>
      </dl>
    </div>
  )
}
