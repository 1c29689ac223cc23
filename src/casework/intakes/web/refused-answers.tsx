import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { answerText } from '#casework/intake-forms/answer-text.ts'
import { Card } from '#ui/card.tsx'
import classes from './intakes.module.css'
import { RemoveHere } from './remove-here.tsx'
import { forgetCompleted, forgetRefused, type RefusedAnswers, useUnsent } from './unsent-intakes.ts'

/** Answers to an intake that the portal did not accept, and that only this device has. */
export function RefusedCard({ id, onRemoved }: { id: string; onRemoved?: () => void }) {
  const { t } = useTranslation('intakes')
  const refused = useUnsent(id)?.refused
  if (!refused) return null
  return (
    <Card labelledBy="refused-answers" className={classes.card ?? ''}>
      <h2 id="refused-answers">{t('here.answersNotAccepted')}</h2>
      <RefusedList refused={refused} {...(onRemoved && { onRemoved })} />
    </Card>
  )
}

const reasons = ['no-place', 'intake-closed', 'not-found'] as const

/** Why they were not accepted, and each with its question. */
export function RefusedList({ refused, onRemoved }: { refused: RefusedAnswers; onRemoved?: () => void }) {
  const { t } = useTranslation('intakes')
  const { id, refusal, pending, asked } = refused
  const reason = reasons.find((one) => one === refusal) ?? 'other'
  const remove = async () => {
    // An intake that is closed or gone is not completed again.
    if (refusal !== 'no-place') await forgetCompleted(id)
    await forgetRefused(id)
    onRemoved?.()
    // The button that had the focus was removed.
    document.querySelector('h1')?.focus()
  }
  return (
    <>
      <p>{`${t(`refused.${reason}`)} ${t('here.answersHere')}`}</p>
      <dl className={classes.answers} lang={asked.language}>
        {asked.items
          .filter(({ key }) => key in pending)
          .map((item) => (
            <Fragment key={item.key}>
              <dt>{item.text[asked.language]}</dt>
              <dd>
                {answerText(item, pending[item.key]?.value, asked.language) || (
                  <span className={classes.quiet}>{t('read.noAnswer')}</span>
                )}
              </dd>
            </Fragment>
          ))}
      </dl>
      <RemoveHere title={t('here.removeAnswersTitle')} text={t('here.removeAnswersText')} onRemove={remove} />
    </>
  )
}
