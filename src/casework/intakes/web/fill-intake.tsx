import { Button, Group, Progress } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { evaluateForm } from '#casework/intake-forms/evaluate-form.ts'
import { type FormLanguage, itemsOf } from '#casework/intake-forms/form-definition.ts'
import { FormFields } from '#casework/intake-forms/web/form-fields-public.tsx'
import { ApiError } from '#platform/web/api.ts'
import { focusFirstMistake } from '#platform/web/focus-first-mistake.ts'
import { notify } from '#platform/web/notify.ts'
import { today } from '#platform/web/today.ts'
import type { AnswerChange, Intake, SavedAnswers } from '../intake.ts'
import { AnswerConflicts } from './answer-conflicts.tsx'
import { isTemporary, type PendingChanges } from './answer-queue.ts'
import classes from './intakes.module.css'
import { SaveState } from './save-state.tsx'
import { type AnswersDraft, useAnswers } from './use-answers.ts'

interface FillIntakeProps {
  intake: Pick<Intake, 'id' | 'definition' | 'answers' | 'versionNumber'>
  language: FormLanguage
  draft: AnswersDraft | null
  /** Receives what is not confirmed, where the browser keeps nothing. */
  onPending?: (pending: PendingChanges) => void
  onSave: (answers: AnswerChange[]) => Promise<SavedAnswers>
  /** Keeps on this device what waits; by default as a draft of the account. */
  onKeep?: (pending: PendingChanges) => Promise<unknown>
  /** Completes the intake, after everything was saved. */
  onComplete: () => Promise<unknown>
  /** Completes it on this device, without a connection. @returns whether it was kept */
  onCompleteHere?: () => Promise<boolean>
  /** The words of the last button. */
  completeLabel: string
}

/** The questions of an intake, page by page, saved as they are answered. */
export function FillIntake(props: FillIntakeProps) {
  const { intake, language, draft, onPending, onSave, onKeep, onComplete, onCompleteHere, completeLabel } = props
  const { t } = useTranslation('intakes')
  const { queue, now } = useAnswers(intake, draft, { save: onSave, keep: onKeep })
  const { definition } = intake
  useEffect(() => onPending?.(now.pending), [onPending, now.pending])
  const found = evaluateForm(definition, now.values, today())
  const [wanted, setWanted] = useState(found.pages[0] ?? '')
  const [isCompleting, setCompleting] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const fields = useRef<HTMLDivElement>(null)
  const at = Math.max(found.pages.indexOf(wanted), 0)
  const page = definition.pages.find(({ key }) => key === found.pages[at])
  const go = (step: number) => {
    void queue.flush()
    setWanted(found.pages[at + step] ?? '')
    requestAnimationFrame(() => title.current?.focus())
  }
  const showErrors = (errors: Record<string, string>) => {
    queue.showErrors(errors)
    const wrong = itemsOf(definition).find(({ key }) => Object.keys(errors).some((path) => path.split('.')[0] === key))
    const home = definition.pages.find(({ items }) => items.some(({ key }) => key === wrong?.key))
    if (home) setWanted(home.key)
    notify(t('fill.check'), 'bad')
    focusFirstMistake(fields.current, Object.keys(errors))
  }
  const unfinished = Object.fromEntries(
    Object.entries(queue.unfinished()).filter(([path]) => found.shown.includes(path.split('.')[0] ?? '')),
  )
  const complete = async () => {
    const missing = Object.fromEntries(found.missing.map((key) => [key, 'answer-missing']))
    const wrong = { ...missing, ...unfinished }
    if (Object.keys(wrong).length) return showErrors(wrong)
    setCompleting(true)
    const later = async () => {
      if (!(await onCompleteHere?.())) notify(t('fill.notSaved'), 'bad')
    }
    try {
      if (await queue.flush()) return await onComplete()
      // Otherwise a conflict has to be decided first.
      if (queue.current.state === 'waiting') return await later()
      notify(t('fill.notSaved'), 'bad')
    } catch (error) {
      if (isTemporary(error) && onCompleteHere) return await later()
      const errors = error instanceof ApiError ? error.errors : []
      if (errors.length) showErrors(Object.fromEntries(errors.map(({ path, message }) => [path, message])))
      else notify(t('fill.failed'), 'bad')
    } finally {
      setCompleting(false)
    }
  }
  const isLast = at >= found.pages.length - 1
  useEffect(() => {
    if (now.state === 'refused') notify(t('fill.refused'), 'bad')
  }, [now.state, t])
  if (!page) return null
  return (
    <div ref={fields} className={classes.fill}>
      <div className={classes.progress}>
        <p>{t('fill.step', { at: at + 1, of: found.pages.length })}</p>
        <Progress value={((at + 1) / found.pages.length) * 100} aria-label={t('fill.progress')} />
        <SaveState now={now} isUnfinished={Object.keys(unfinished).length > 0} onSend={() => void queue.flush()} />
      </div>
      <h2 ref={title} tabIndex={-1} lang={language}>
        {page.title[language]}
      </h2>
      <AnswerConflicts definition={definition} language={language} now={now} queue={queue} />
      <FormFields
        definition={definition}
        page={page.key}
        answers={now.values}
        language={language}
        today={today()}
        errors={now.errors}
        onAnswer={(item, value) => queue.answer(item, value)}
      />
      <Group className={classes.steps ?? ''}>
        {at > 0 && (
          <Button variant="default" onClick={() => go(-1)}>
            {t('fill.back')}
          </Button>
        )}
        {isLast ? (
          <Button loading={isCompleting} onClick={complete}>
            {completeLabel}
          </Button>
        ) : (
          <Button onClick={() => go(1)}>{t('fill.next')}</Button>
        )}
      </Group>
    </div>
  )
}
