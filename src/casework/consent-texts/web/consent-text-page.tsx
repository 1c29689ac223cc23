import { Button, Group, Skeleton, Textarea, TextInput } from '@mantine/core'
import { IconCheck, IconPencil } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/web/api.ts'
import { type Errors, errorText } from '#platform/web/contract-form.ts'
import { notify } from '#platform/web/notify.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { dayText } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { StatusChip } from '#ui/status-chip.tsx'
import { type ConsentText, consentLanguages, DraftCall } from '../consent-text.ts'
import { consentTexts, publishDraft, saveDraft } from './consent-text-calls.ts'
import classes from './consent-texts.module.css'

/** The versions of the consent text, and the draft of the next one. */
export function Screen() {
  const { t } = useTranslation('consent-texts')
  const { data } = useQuery(consentTexts)
  const [isWriting, setWriting] = useState(false)
  const draft = data?.find(({ publishedOn }) => !publishedOn)
  const published = data?.filter(({ publishedOn }) => publishedOn) ?? []
  const [current] = published
  const begun = draft ?? (isWriting && current ? { ...current, version: 0 } : null)
  return (
    <>
      <PageHeading title={t('title')} lead={t('lead')} />
      {!data && <Skeleton height={320} radius="lg" />}
      {data && (
        <div className={classes.page}>
          <Card labelledBy="consent-draft">
            <h2 id="consent-draft">{t('draft.title')}</h2>
            {begun ? (
              <DraftForm key={begun.version} text={begun} onPublished={() => setWriting(false)} />
            ) : (
              <div className={classes.begin}>
                <p>{t('draft.none')}</p>
                <Button leftSection={<IconPencil size={18} aria-hidden />} onClick={() => setWriting(true)}>
                  {t('draft.begin')}
                </Button>
              </div>
            )}
          </Card>
          <Card labelledBy="consent-versions">
            <h2 id="consent-versions">{t('version.title')}</h2>
            {published.map((text) => (
              <Version key={text.id} text={text} isCurrent={text.id === current?.id} />
            ))}
          </Card>
        </div>
      )}
    </>
  )
}

function Version({ text, isCurrent }: { text: ConsentText; isCurrent: boolean }) {
  const { t } = useTranslation('consent-texts')
  return (
    <section className={classes.version}>
      <h3>{t('version.name', { number: text.number })}</h3>
      {isCurrent && (
        <StatusChip tone="leaf" icon={<IconCheck aria-hidden="true" />}>
          {t('version.current')}
        </StatusChip>
      )}
      <p>{t('version.published', { day: dayText(text.publishedOn ?? text.changedOn) })}</p>
      {consentLanguages.map((language) => (
        <details key={language}>
          <summary>{t(`draft.bodyIn.${language}`)}</summary>
          <div lang={language} className={classes.text}>
            <strong>{text.title[language]}</strong>
            <p>{text.body[language]}</p>
          </div>
        </details>
      ))}
    </section>
  )
}

type Draft = Pick<ConsentText, 'title' | 'body' | 'version'>

function DraftForm({ text, onPublished }: { text: Draft; onPublished: () => void }) {
  const { t } = useTranslation('consent-texts')
  const [{ title, body }, setDraft] = useState<Pick<Draft, 'title' | 'body'>>(text)
  const [errors, setErrors] = useState<Errors>({})
  const [isAsking, setAsking] = useState(false)
  const onError = (error: unknown) => {
    const isStale = error instanceof ApiError && error.code === 'stale-version'
    if (isStale) queryClient.invalidateQueries({ queryKey: consentTexts.queryKey })
    notify(t(isStale ? 'draft.stale' : 'draft.failed'), 'bad')
  }
  const save = useMutation({ mutationFn: saveDraft, onSuccess: () => notify(t('draft.saved')), onError })
  const publish = useMutation({
    mutationFn: () => publishDraft(text.version),
    onSuccess: () => {
      notify(t('draft.published'))
      onPublished()
    },
    onError,
  })
  const isSaved =
    text.version > 0 && JSON.stringify({ title, body }) === JSON.stringify({ title: text.title, body: text.body })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const call = DraftCall.safeParse({ title, body, version: text.version })
    const issues = call.error?.issues ?? []
    setErrors(
      Object.fromEntries(
        issues.map(({ path, message, code }) => [
          path.join('.'),
          errorText(code === 'custom' ? message : 'needed', 'consent-texts'),
        ]),
      ),
    )
    if (call.success) save.mutate(call.data)
    else requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <p>{t('draft.help')}</p>
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
