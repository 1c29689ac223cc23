import { Button, Group, Input, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MentionedText } from '#casework/message-mentions/web/message-mentions-public.tsx'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { ApiError } from '#platform/web/api.ts'
import { knownUser } from '#platform/web/session-user.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import type { ReferralMessage } from '../referral-call.ts'
import { useEditMessage } from './referral-calls.ts'
import classes from './referral-page.module.css'

export const isMyOrganization = (id: string | undefined) => id !== undefined && id === knownUser()?.organizationId

/** Whether this moment is before a time; the screen changes when it has come. */
function useIsBefore(iso: string | null) {
  const left = iso ? Date.parse(iso) - Date.now() : 0
  const [, setOver] = useState(false)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setOver(true), left)
    return () => clearTimeout(timer)
  }, [left])
  return left > 0
}

interface MessageLineProps {
  referralId: string
  message: ReferralMessage
  /** who saw it, if that is said here */
  receipt: ReactNode
  /** what it carries */
  children: ReactNode
}

/** A message, which its author can correct for five minutes. */
export function MessageLine({ referralId, message, receipt, children }: MessageLineProps) {
  const { t } = useTranslation('referrals')
  const [isEditing, setEditing] = useState(false)
  const mayEdit = useIsBefore(message.editableUntil)
  const author = message.isByLink ? t('page.byLink', { name: message.authorName }) : message.authorName
  return (
    <li>
      <b>{message.isMine ? t('page.you') : `${author}, ${shownName(message.organization.name)}`}</b>{' '}
      <time className={classes.when} dateTime={message.createdOn}>
        {timeInWords(message.createdOn)}
      </time>
      {message.editedOn && <span className={classes.when}> · {t('page.edited')}</span>}
      {mayEdit && !isEditing && message.text && (
        <Button variant="subtle" size="compact-sm" onClick={() => setEditing(true)}>
          {t('page.edit')}
        </Button>
      )}
      {isEditing ? (
        <EditMessage referralId={referralId} message={message} onClose={() => setEditing(false)} />
      ) : (
        message.text && (
          <div className={`${classes.bubble} ${isMyOrganization(message.organization.id) ? classes.mine : ''}`}>
            <MentionedText text={message.text} mentions={message.mentions} />
          </div>
        )
      )}
      {children}
      {receipt && <p className={classes.receipt}>{receipt}</p>}
    </li>
  )
}

interface EditProps {
  referralId: string
  message: ReferralMessage
  onClose: () => void
}

function EditMessage({ referralId, message, onClose }: EditProps) {
  const { t } = useTranslation('referrals')
  const [text, setText] = useState(message.text)
  const { mutate, isPending, error } = useEditMessage(referralId, message.id)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() && !isPending) mutate(text, { onSuccess: onClose })
  }
  const isLate = error instanceof ApiError && error.code === 'too-late-to-edit'
  return (
    <form onSubmit={save}>
      <Textarea
        aria-label={t('page.editLabel')}
        autosize
        maxLength={4000}
        value={text}
        data-autofocus
        autoFocus
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
        }}
      />
      {error && (
        <Input.Error size="md" role="alert">
          {t(isLate ? 'page.tooLate' : 'page.notSaved')}
        </Input.Error>
      )}
      <Group gap="sm" mt="xs">
        <Button variant="default" size="compact-md" onClick={onClose}>
          {t('page.cancelEdit')}
        </Button>
        <Button type="submit" size="compact-md" loading={isPending} disabled={text.trim() === ''}>
          {t('page.saveEdit')}
        </Button>
      </Group>
    </form>
  )
}
