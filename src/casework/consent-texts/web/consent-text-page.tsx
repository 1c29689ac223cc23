import { Button, Skeleton } from '@mantine/core'
import { IconCheck, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NotLoaded } from '#platform/web/not-loaded.tsx'
import { dayText } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { StatusChip } from '#ui/status-chip.tsx'
import type { ConsentText } from '../consent-text.ts'
import { consentTexts } from './consent-text-calls.ts'
import classes from './consent-texts.module.css'
import { DraftForm } from './draft-form.tsx'
import { Wording } from './wording.tsx'

/** The versions of the consent text, and the draft of the next one. */
export function Screen() {
  const { t } = useTranslation('consent-texts')
  const { data, isError, refetch } = useQuery(consentTexts)
  const [isWriting, setWriting] = useState(false)
  const draft = data?.find(({ publishedOn }) => !publishedOn)
  const published = data?.filter(({ publishedOn }) => publishedOn) ?? []
  const [current] = published
  const begun = draft ?? (isWriting && current ? { ...current, version: 0 } : null)
  return (
    <>
      <PageHeading title={t('title')} lead={t('lead')} />
      {!data && (isError ? <NotLoaded onRetry={refetch} /> : <Skeleton height={320} radius="lg" />)}
      {data && (
        <div className={classes.page}>
          <Card labelledBy="consent-draft">
            <h2 id="consent-draft">{t('draft.title')}</h2>
            {begun ? (
              <DraftForm text={begun} onTyped={() => setWriting(true)} onPublished={() => setWriting(false)} />
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
      <Wording text={text} />
    </section>
  )
}
