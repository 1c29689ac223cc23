import { Button, Group, Skeleton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router'
import classes from './draft-gate.module.css'
import { draftOwner, forgetDraft } from './drafts.ts'
import { timeInWords } from './time-words.ts'
import { useDraftReading } from './use-draft-reading.ts'

/** The URL parameter of links that lead back to a draft. */
export const DRAFT_PARAMETER = 'draft'

/** Marks this history entry: going back to it, or reloading it, continues the draft that was written there. */
export function markDraftHere(draftId: string) {
  if (history.state?.usr?.draft === draftId) return
  // Not through a navigation, which would cancel one that has just started; the router reads `usr` when it returns
  // here.
  history.replaceState({ ...history.state, usr: { ...history.state?.usr, draft: draftId } }, '')
}

interface DraftGateProps<Value> {
  /** The name under which the draft is saved. */
  name: string
  /** A short description of its content. */
  nameOf: (value: Value) => string
  children: (draft: Value | null) => ReactNode
}

/**
 * Shows a form after its draft has been read. A draft written in this history entry is restored automatically; any
 * other is offered first, so that nobody accidentally continues with another person's draft.
 */
export function DraftGate<Value extends { draftId: string }>({ name, nameOf, children }: DraftGateProps<Value>) {
  const { t } = useTranslation()
  const { isRead, draft } = useDraftReading<Value>(name)
  const { state } = useLocation()
  const [words] = useSearchParams()
  const [choice, setChoice] = useState<'continue' | 'again' | null>(null)
  if (!isRead) return <Skeleton height={320} radius="lg" aria-label={t('shell.loading')} />
  if (!draft || choice === 'again') return children(null)
  const { draftId } = draft.value
  if (choice === 'continue' || draftId === state?.draft || draftId === words.get(DRAFT_PARAMETER))
    return children(draft.value)
  const choose = (next: 'continue' | 'again') => {
    if (next === 'again') void forgetDraft(draftOwner(), name)
    setChoice(next)
    // The button that had the focus was removed; keyboard users continue from the title.
    requestAnimationFrame(() => document.querySelector('h1')?.focus())
  }
  const about = nameOf(draft.value)
  return (
    <section className={classes.offer} aria-label={t('draft.title')}>
      <p role="status">
        <IconHistory size={20} aria-hidden />{' '}
        {t('draft.offer', { when: timeInWords(new Date(draft.savedOn).toISOString()) })} {about && <b>{about}</b>}
      </p>
      <Group>
        <Button onClick={() => choose('continue')}>{t('draft.continue')}</Button>
        <Button variant="default" onClick={() => choose('again')}>
          {t('draft.startAgain')}
        </Button>
      </Group>
    </section>
  )
}
