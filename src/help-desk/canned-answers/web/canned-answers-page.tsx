import { ActionIcon, Button, Skeleton, TextInput } from '@mantine/core'
import { IconMessages, IconPencil, IconPlus, IconSearch, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { redirect } from 'react-router'
import { currentUser } from '#platform/web/guards.ts'
import { MoreButton } from '#platform/web/more-button.tsx'
import { queryClient } from '#platform/web/query-client.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { type CannedAnswer, titleOf } from '../canned-answer.ts'
import { AnswerDialog } from './answer-dialog.tsx'
import { cannedAnswers } from './canned-answer-calls.ts'
import classes from './canned-answers.module.css'
import { managesAnswers } from './manages-answers.ts'
import { RemoveAnswerDialog } from './remove-answer-dialog.tsx'
import type { SupportAreaPart } from './support-area-part.ts'

/** Only people who handle tickets have canned answers; others are redirected to the help desk. */
export const loader = async () => {
  await currentUser()
  if (!managesAnswers()) throw redirect('/support/helpDesk')
  return queryClient.ensureInfiniteQueryData(cannedAnswers(''))
}

export function Screen({ SupportArea }: SupportAreaPart) {
  const { t } = useTranslation('canned-answers')
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState<CannedAnswer | 'new' | null>(null)
  const [leaving, setLeaving] = useState<CannedAnswer | null>(null)
  return (
    <>
      <SupportArea title={t('title')}>
        <p className={classes.intro}>{t('intro')}</p>
        <div className={classes.tools}>
          <TextInput
            type="search"
            aria-label={t('search')}
            placeholder={t('search')}
            leftSection={<IconSearch size={18} aria-hidden />}
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setOpen('new')}>
            {t('new')}
          </Button>
        </div>
        <Answers text={typed.trim()} onChange={setOpen} onRemove={setLeaving} />
      </SupportArea>
      {open && <AnswerDialog answer={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
      {leaving && <RemoveAnswerDialog answer={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

interface AnswersProps {
  text: string
  onChange: (answer: CannedAnswer) => void
  onRemove: (answer: CannedAnswer) => void
}

function Answers({ text, onChange, onRemove }: AnswersProps) {
  const { t } = useTranslation('canned-answers')
  const list = useInfiniteQuery({ ...cannedAnswers(useDeferredValue(text)), placeholderData: keepPreviousData })
  if (list.isPending) return <Skeleton height={240} radius="lg" aria-label={t('list.loading')} />
  if (!list.data) return <Button onClick={() => list.refetch()}>{t('list.retry')}</Button>
  const items = list.data.pages.flatMap((page) => page.items)
  if (items.length === 0)
    return (
      <EmptyState icon={<IconMessages aria-hidden />} title={t(text ? 'noneFound' : 'empty')}>
        {text ? null : t('emptyText')}
      </EmptyState>
    )
  return (
    <>
      <ul className={classes.answers}>
        {items.map((answer) => (
          <Answer key={answer.id} answer={answer} onChange={onChange} onRemove={onRemove} />
        ))}
      </ul>
      <MoreButton mt="md" list={list}>
        {t('list.more')}
      </MoreButton>
    </>
  )
}

/** In the reader's language, if available. */
function Answer({ answer, onChange, onRemove }: Omit<AnswersProps, 'text'> & { answer: CannedAnswer }) {
  const { t, i18n } = useTranslation('canned-answers')
  const isSpanish = i18n.language.startsWith('es')
  const title = titleOf(answer, isSpanish)
  return (
    <li>
      <div>
        <h2>{title}</h2>
        <p>{(isSpanish ? answer.textEs : answer.textEn) || answer.textEn || answer.textEs}</p>
      </div>
      <div className={classes.acts}>
        <ActionIcon variant="subtle" size={44} aria-label={t('editNamed', { title })} onClick={() => onChange(answer)}>
          <IconPencil size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          size={44}
          color="red"
          aria-label={t('removeNamed', { title })}
          onClick={() => onRemove(answer)}
        >
          <IconTrash size={20} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  )
}
