import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answers } from '#casework/intake-forms/answer-value.ts'
import { type Evaluation, evaluateForm } from '#casework/intake-forms/evaluate-form.ts'
import { type FormDefinition, type FormLanguage, formLanguages } from '#casework/intake-forms/form-definition.ts'
import { FormFields, Said } from '#casework/intake-forms/web/form-fields-public.tsx'
import { today } from '#platform/web/today.ts'
import { Card } from '#ui/card.tsx'
import classes from './form-preview.module.css'

/**
 * The form as the person sees it on a phone, to try out; what is answered is not saved.
 * @param follows the key of the page that is edited: it opens when it changes
 */
export function FormPreview({ definition, follows = null }: { definition: FormDefinition; follows?: string | null }) {
  const { t, i18n } = useTranslation(['form-editor', 'intake-forms'])
  const [language, setLanguage] = useState<FormLanguage>(i18n.language === 'es' ? 'es' : 'en')
  const [answers, setAnswers] = useState<Answers>({})
  const [turned, setTurned] = useState<{ to: string | null; since: string | null } | null>(null)
  const found = evaluateForm(definition, answers, today())
  const pages = definition.pages.filter(({ key }) => found.pages.includes(key))
  const opened = turned?.since === follows ? turned.to : follows
  const setOpened = (to: string | null) => setTurned({ to, since: follows })
  const page = pages.find(({ key }) => key === opened) ?? pages[0]
  const at = page ? pages.indexOf(page) : -1
  const answer = (key: string, value: unknown) =>
    setAnswers((before) =>
      Object.fromEntries(Object.entries({ ...before, [key]: value }).filter(([, each]) => each !== null)),
    )
  return (
    <Card labelledBy="form-preview" className={classes.preview ?? ''}>
      <div className={classes.head}>
        <h2 id="form-preview">{t('preview.title')}</h2>
        <SegmentedControl
          aria-label={t('preview.language')}
          value={language}
          onChange={(next) => setLanguage(next as FormLanguage)}
          data={formLanguages.map((each) => ({ value: each, label: t(`preview.${each}`) }))}
        />
      </div>
      <p className={classes.soft}>{t('preview.lead')}</p>
      <div className={classes.phone}>
        {page ? (
          <>
            <p className={classes.soft}>{t('preview.page', { number: at + 1, count: pages.length })}</p>
            <h3>
              <Said texts={page.title} language={language} />
            </h3>
            {at === 0 && (
              <p className={classes.lead}>
                <Said texts={definition.lead} language={language} />
              </p>
            )}
            <FormFields
              definition={definition}
              page={page.key}
              answers={answers}
              language={language}
              today={today()}
              errors={{}}
              onAnswer={answer}
              idPrefix="preview-"
            />
            <div className={classes.steps}>
              {at > 0 && (
                <Button variant="default" onClick={() => setOpened(pages[at - 1]?.key ?? null)}>
                  {t('preview.back')}
                </Button>
              )}
              {at < pages.length - 1 && (
                <Button onClick={() => setOpened(pages[at + 1]?.key ?? null)}>{t('preview.next')}</Button>
              )}
            </div>
          </>
        ) : (
          <p>{t('preview.empty')}</p>
        )}
      </div>
      <Findings found={found} language={language} />
      {Object.keys(answers).length > 0 && (
        <Button variant="subtle" onClick={() => setAnswers({})}>
          {t('preview.clear')}
        </Button>
      )}
    </Card>
  )
}

/** What these answers mean: scores, needs, and what is still required. */
function Findings({ found, language }: { found: Evaluation; language: FormLanguage }) {
  const { t } = useTranslation(['form-editor', 'needs'])
  const { needs, scores, missing } = found
  return (
    <dl className={classes.findings} aria-live="polite">
      <dt>{t('preview.needs')}</dt>
      <dd>{needs.length ? needs.map(({ need }) => t(`needs:${need}`)).join(', ') : t('preview.none')}</dd>
      {scores.map(({ key, title, value, band }) => (
        <div key={key}>
          <dt>
            <Said texts={title} language={language} />
          </dt>
          <dd>
            {value ?? t('preview.unknown')}
            {band && (
              <>
                {' · '}
                <Said texts={band} language={language} />
              </>
            )}
          </dd>
        </div>
      ))}
      <dt>{t('preview.missing')}</dt>
      <dd>{missing.length}</dd>
    </dl>
  )
}
