import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { answerText } from '#casework/intake-forms/answer-text.ts'
import { evaluateForm } from '#casework/intake-forms/evaluate-form.ts'
import { Card } from '#ui/card.tsx'
import type { Intake } from '../intake.ts'
import classes from './intakes.module.css'

/** The answers of an intake that is no longer filled in, page by page. */
export function IntakeAnswers({ intake }: { intake: Intake }) {
  const { t } = useTranslation('intakes')
  const { definition, language, answers, completedOn, changedOn } = intake
  const values = Object.fromEntries(answers.map(({ itemKey, value }) => [itemKey, value]))
  const { shown } = evaluateForm(definition, values, (completedOn ?? changedOn).slice(0, 10))
  return definition.pages.map((page) => {
    const items = page.items.filter(({ key, kind }) => kind !== 'note' && shown.includes(key))
    return items.length === 0 ? null : (
      <Card key={page.key} labelledBy={`answers-${page.key}`} className={classes.card ?? ''}>
        <h2 id={`answers-${page.key}`} lang={language}>
          {page.title[language]}
        </h2>
        <dl className={classes.answers} lang={language}>
          {items.map((item) => (
            <Fragment key={item.key}>
              <dt>{item.text[language]}</dt>
              <dd>
                {answerText(item, values[item.key], language) || (
                  <span className={classes.quiet}>{t('read.noAnswer')}</span>
                )}
              </dd>
            </Fragment>
          ))}
        </dl>
      </Card>
    )
  })
}
