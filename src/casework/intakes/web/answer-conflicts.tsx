import { Alert, Button, Group } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { answerText } from '#casework/intake-forms/answer-text.ts'
import { type FormDefinition, type FormLanguage, itemsOf } from '#casework/intake-forms/form-definition.ts'
import type { AnswerQueue, AnswersNow } from './answer-queue.ts'

interface AnswerConflictsProps {
  definition: FormDefinition
  language: FormLanguage
  now: AnswersNow
  queue: AnswerQueue
}

/** Questions that somebody else answered meanwhile: both answers, and which one stays. */
export function AnswerConflicts({ definition, language, now, queue }: AnswerConflictsProps) {
  const { t } = useTranslation('intakes')
  return now.conflicts.map(({ itemKey, value, answeredByName }) => {
    const item = itemsOf(definition).find(({ key }) => key === itemKey)
    if (!item) return null
    const words = (answer: unknown) => answerText(item, answer, language) || t('conflict.none')
    return (
      <Alert key={itemKey} icon={<IconUsers aria-hidden />} title={item.text[language]} role="alert">
        <p>{t('conflict.theirs', { name: answeredByName ?? t('conflict.person'), answer: words(value) })}</p>
        <p>{t('conflict.mine', { answer: words(now.values[itemKey]) })}</p>
        <Group mt="sm">
          <Button variant="default" onClick={() => queue.decide(itemKey, false)}>
            {t('conflict.takeTheirs')}
          </Button>
          <Button onClick={() => queue.decide(itemKey, true)}>{t('conflict.takeMine')}</Button>
        </Group>
      </Alert>
    )
  })
}
