import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/web/api.ts'
import { type Errors, errorText } from '#platform/web/contract-form.ts'
import { LeaveGuard } from '#platform/web/leave-guard.tsx'
import { notify } from '#platform/web/notify.ts'
import { Dialog } from '#ui/dialog.tsx'
import { consentLanguages, DraftCall } from '../consent-text.ts'
import { type Draft, publishDraft, readDraft, saveDraft } from './consent-text-calls.ts'
import classes from './consent-texts.module.css'
import { Wording } from './wording.tsx'

interface DraftFormProps {
  text: Draft
  onTyped: () => void
  onPublished: () => void
}

/** The draft of the next version. What was typed stays if somebody else saves or publishes the draft meanwhile. */
export function DraftForm({ text, onTyped, onPublished }: DraftFormProps) {
  const { t } = useTranslation('consent-texts')
  const [base, setBase] = useState(text)
  const [{ title, body }, setTyped] = useState<Pick<Draft, 'title' | 'body'>>(text)
  const [theirs, setTheirs] = useState<Draft | null>(null)
  const setDraft = (typed: Pick<Draft, 'title' | 'body'>) => {
    setTyped(typed)
    onTyped()
  }
  const [errors, setErrors] = useState<Errors>({})
  const [isAsking, setAsking] = useState(false)
  const onError = async (error: unknown) => {
    const isStale = error instanceof ApiError && error.code === 'stale-version'
    // The form stays although there may be no draft any more.
    if (isStale) onTyped()
    const now = isStale ? await readDraft().catch(() => null) : null
    if (!now) return notify(t('draft.failed'), 'bad')
    setBase(now)
    setTheirs(now)
  }
  const save = useMutation({
    mutationFn: saveDraft,
    onSuccess: (saved) => {
      setBase(saved)
      setTheirs(null)
      notify(t('draft.saved'))
    },
    onError,
  })
  const publish = useMutation({
    mutationFn: () => publishDraft(base.version),
    onSuccess: () => {
      notify(t('draft.published'))
      onPublished()
    },
    onError: (error) => {
      setAsking(false)
      return onError(error)
    },
  })
  const isTyped = JSON.stringify({ title, body }) !== JSON.stringify({ title: base.title, body: base.body })
  const isSaved = base.version > 0 && !isTyped
  /** @returns whether it was saved */
  const saveTyped = async () => {
    const call = DraftCall.safeParse({ title, body, version: base.version })
    const issues = call.error?.issues ?? []
    setErrors(
      Object.fromEntries(
        issues.map(({ path, message, code }) => [
          path.join('.'),
          errorText(code === 'custom' ? message : 'needed', 'consent-texts'),
        ]),
      ),
    )
    if (call.success) return save.mutateAsync(call.data).then(Boolean, () => false)
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
    return false
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void saveTyped()
  }
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <p>{t('draft.help')}</p>
      {theirs && (
        <Conflict
          theirs={theirs}
          onTake={() => {
            setDraft(theirs)
            setTheirs(null)
          }}
        />
      )}
      <div className={classes.pair}>
        {consentLanguages.map((language) => (
          <div key={language} className={classes.column}>
            <TextInput
              lang={language}
              name={`title.${language}`}
              label={t(`draft.titleIn.${language}`)}
              maxLength={200}
              value={title[language]}
              error={errors[`title.${language}`]}
              onChange={(event) => setDraft({ body, title: { ...title, [language]: event.currentTarget.value } })}
            />
            <Textarea
              lang={language}
              name={`body.${language}`}
              label={t(`draft.bodyIn.${language}`)}
              autosize
              minRows={10}
              maxRows={24}
              maxLength={6000}
              value={body[language]}
              error={errors[`body.${language}`]}
              onChange={(event) => setDraft({ title, body: { ...body, [language]: event.currentTarget.value } })}
            />
          </div>
        ))}
      </div>
      <Group justify="flex-end">
        <Button type="submit" variant={isSaved ? 'default' : 'filled'} loading={save.isPending}>
          {t('draft.save')}
        </Button>
        <Button disabled={!isSaved} aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t('draft.publish')}
        </Button>
      </Group>
      <LeaveGuard isChanged={isTyped} onSave={saveTyped} />
      {isAsking && (
        <Dialog opened onClose={() => setAsking(false)} title={t('draft.ask')} withCloseButton={false}>
          <p>{t('draft.askText')}</p>
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={() => setAsking(false)}>
              {t('platform:form.cancel')}
            </Button>
            <Button loading={publish.isPending} onClick={() => publish.mutate()}>
              {t('draft.publish')}
            </Button>
          </Group>
        </Dialog>
      )}
    </form>
  )
}

/** Somebody else saved or published the draft meanwhile. */
function Conflict({ theirs, onTake }: { theirs: Draft; onTake: () => void }) {
  const { t } = useTranslation('consent-texts')
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div ref={notice} className={classes.conflict} role="alert" tabIndex={-1}>
      <h3>{t('draft.stale')}</h3>
      <p>{t('draft.staleText')}</p>
      <Wording text={theirs} />
      <Button variant="default" onClick={onTake}>
        {t('draft.takeTheirs')}
      </Button>
    </div>
  )
}
