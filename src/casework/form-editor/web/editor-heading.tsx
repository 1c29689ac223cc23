import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormGap } from '#casework/intake-forms/check-form.ts'
import { correctTimesIn } from '#platform/schema/clock-words.ts'
import { ApiError } from '#platform/web/api.ts'
import { LeaveGuard } from '#platform/web/leave-guard.tsx'
import { notify } from '#platform/web/notify.ts'
import { timeText } from '#platform/web/time-words.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { usePhone } from '#ui/use-phone.ts'
import type { Place } from '../form-places.ts'
import { getForm, publishForm } from './form-calls.ts'
import classes from './form-editor.module.css'
import { FormMenu } from './form-menu.tsx'
import { formTitle } from './form-words.ts'
import { GapsDialog } from './gaps-dialog.tsx'
import type { Draft, DraftState } from './use-form-draft.ts'

interface EditorHeadingProps {
  draft: Draft
  state: DraftState
  gaps: FormGap[]
  onOpen: (place: Place) => void
}

/** What state the form is in, what is missing, and publishing it. */
export function EditorHeading({ draft, state, gaps, onOpen }: EditorHeadingProps) {
  const { t, i18n } = useTranslation(['form-editor', 'platform'])
  const { form, definition } = state
  const isPhone = usePhone()
  const [shown, setShown] = useState<FormGap[] | null>(null)
  const publish = useMutation({
    mutationFn: async () => {
      if (gaps.length || !(await draft.save())) return null
      return publishForm(form.id, draft.read().form.draft?.revision ?? 0)
    },
    onSuccess: (published) => {
      if (!published) return setShown(gaps)
      draft.reset(published)
      notify(t('heading.published', { number: published.published?.number }))
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.code === 'stale-version')
        draft.meet(await getForm(form.id, new AbortController().signal))
      else if (error instanceof ApiError && error.code === 'form-incomplete') setShown(error.errors)
      else notify(t('platform:notice.wentWrong'), 'bad')
    },
  })
  const isUnsaved = state.state === 'waiting' || state.state === 'sending'
  useEffect(() => {
    if (!isUnsaved) return
    const leaving = new AbortController()
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal: leaving.signal })
    return () => leaving.abort()
  }, [isUnsaved])
  const hasDraft = form.draft !== null || state.state !== 'saved'
  const number = form.draft?.number ?? (form.versions[0]?.number ?? 0) + 1
  const facts = [
    hasDraft && t('form.draft', { number }),
    hasDraft &&
      (state.state === 'saved'
        ? form.draft && correctTimesIn(t('heading.saved', { time: timeText(form.draft.changedOn) }))
        : t(`heading.${state.state}`)),
    form.published && t(hasDraft ? 'form.inUse' : 'heading.inUse', { number: form.published.number }),
    form.archivedOn && t('heading.archived'),
  ]
  const publishing = hasDraft && (
    <Button loading={publish.isPending} onClick={() => publish.mutate()}>
      {t('heading.publish')}
    </Button>
  )
  const missing = hasDraft && gaps.length > 0 && (
    <Button variant="default" onClick={() => setShown(gaps)}>
      {t('heading.missing', { count: gaps.length })}
    </Button>
  )
  return (
    <>
      <PageHeading
        title={formTitle(definition.title, i18n.language) || t('form.title')}
        lead={<span aria-live="polite">{facts.filter(Boolean).join(' · ')}</span>}
        action={
          <>
            {!isPhone && publishing}
            {state.state === 'failed' && !state.conflict && (
              <Button variant="default" onClick={() => void draft.save()}>
                {t('heading.retry')}
              </Button>
            )}
            {!isPhone && missing}
            <FormMenu draft={draft} state={state} />
          </>
        }
      />
      {isPhone && hasDraft && (
        <div className={classes.publish}>
          {publishing}
          {missing}
        </div>
      )}
      {shown && (
        <GapsDialog
          definition={definition}
          gaps={shown}
          onOpen={(place) => {
            setShown(null)
            onOpen(place)
          }}
          onClose={() => setShown(null)}
        />
      )}
      <LeaveGuard isChanged={state.state === 'failed'} onSave={draft.save} />
    </>
  )
}
