import { Button, Group, Radio, Stack, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { closeReasons, declineReasons } from '#casework/referrals/referral-machine.ts'
import { EndChoices } from '#casework/referrals/web/referral-words-public.ts'
import { focusFirstMistake } from '#platform/web/focus-first-mistake.ts'
import { ChoiceDialog } from '#platform/web/lists/choice-dialog.tsx'
import { NotLoaded } from '#platform/web/not-loaded.tsx'
import { notify } from '#platform/web/notify.ts'
import { knownUser } from '#platform/web/session-user.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/select.tsx'
import { usePhone } from '#ui/use-phone.ts'
import type { OfferedAction } from './bulk-actions.ts'
import { assignable } from './referral-list-calls.ts'
import type { Act } from './use-bulk.ts'
import type { ReferralFilters } from './use-referral-filters.ts'

interface Props {
  action: Exclude<OfferedAction, 'view'>
  count: number
  direction: ReferralFilters['direction']
  isBusy: boolean
  /** @returns what is wrong, by fields; the dialog is closed once it is done */
  onAct: (act: Act) => Promise<Record<string, string>>
  onClose: () => void
}

/** Asks once for what an action needs, for all selected referrals. */
export const BulkDialog = (props: Props) =>
  props.action === 'assign' ? <AssignDialog {...props} /> : <StepDialog {...props} />

const NOBODY = 'nobody'

/** Oneself, and the colleagues by name. */
function useColleagues() {
  const { t } = useTranslation('referral-lists')
  const { data, isError, refetch } = useQuery(assignable)
  const me = knownUser()?.id ?? ''
  const others = (data?.items ?? []).filter(({ id }) => id !== me)
  const known = [{ value: me, label: t('me') }, ...others.map(({ id, name }) => ({ value: id, label: name }))]
  return { known, unread: isError && !data && <NotLoaded title={t('colleaguesUnread')} onRetry={refetch} /> }
}

function AssignDialog({ count, onAct, onClose }: Props) {
  const { t } = useTranslation('referral-lists')
  const { known, unread } = useColleagues()
  const [me, ...others] = known
  const assign = async (assigneeId: string | null) => {
    const [wrong] = Object.values(await onAct({ action: 'assign', assigneeId }))
    // The dialog is closed by then.
    if (wrong) notify(wrong, 'bad')
  }
  return (
    <ChoiceDialog
      title={t('title.assign', { count })}
      choices={[...(me ? [me] : []), { value: NOBODY, label: t('nobody') }, ...others]}
      onChoose={(value) => void assign(value === NOBODY ? null : value)}
      onClose={onClose}
    >
      {unread}
    </ChoiceDialog>
  )
}

type Given = Pick<Act, 'reason' | 'outcome' | 'note' | 'assigneeId'>

/** The step of the state machine. A dialog for closing offers all ends, with and without help. */
const stepOf = (action: Exclude<OfferedAction, 'view' | 'assign'>, given: Given) =>
  action === 'close' ? (given.outcome ? 'closeResolved' : 'closeUnresolved') : action

function mistakeIn(action: Props['action'], given: Given) {
  if (action === 'close' && !given.outcome && !given.reason) return 'outcome'
  if ((action === 'decline' || action === 'recall') && !given.reason?.trim()) return 'reason'
  return null
}

function StepDialog({ action, count, direction, isBusy, onAct, onClose }: Props) {
  const { t } = useTranslation(['referral-lists', 'referrals'])
  const [given, setGiven] = useState<Given>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const set = (change: Given) => {
    setErrors({})
    setGiven((before) => ({ ...before, ...change }))
  }
  const isPhone = usePhone()
  if (action === 'assign') return null
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong = mistakeIn(action, given)
    setErrors(wrong ? { [wrong]: t(`referrals:message.${wrong}-required`) } : {})
    if (wrong) return focusFirstMistake(event.currentTarget)
    setErrors(await onAct({ ...given, action: stepOf(action, given) }))
  }
  const { note, assigneeId, ...ofParts } = errors
  const error = Object.values(ofParts)[0] ?? null
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(`title.${action}`, { count })}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t('referrals:cancel') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <p style={{ margin: 0 }}>{t(`explain.${action}`)}</p>
          <Parts {...{ action, direction, given, set }} error={action === 'accept' ? (assigneeId ?? error) : error} />
          {action !== 'remind' && action !== 'recall' && (
            <Textarea
              label={t('referrals:dialog.note')}
              maxLength={4000}
              value={given.note ?? ''}
              error={note}
              onChange={(event) => set({ note: event.currentTarget.value })}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('referrals:cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t(`action.${action}`)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface PartsProps extends Pick<Props, 'action' | 'direction'> {
  given: Given
  error: string | null
  set: (change: Given) => void
}
function Parts({ action, direction, given, error, set }: PartsProps) {
  const { t } = useTranslation('referrals')
  const { known: colleagues, unread } = useColleagues()
  if (action === 'accept')
    return (
      <>
        <Select
          label={t('facts.assignee')}
          data={colleagues}
          value={given.assigneeId ?? colleagues[0]?.value ?? null}
          allowDeselect={false}
          error={error}
          onChange={(assigneeId) => set({ assigneeId })}
        />
        {unread}
      </>
    )
  if (action === 'close' && direction === 'incoming')
    return (
      <EndChoices
        given={{ outcome: given.outcome ?? null, reason: given.reason ?? null }}
        error={error ?? undefined}
        onChange={({ outcome, reason }) => set({ outcome: outcome ?? null, reason: reason ?? null })}
      />
    )
  if (action === 'recall')
    return (
      <Textarea
        label={t('dialog.reason')}
        required
        withAsterisk
        maxLength={1000}
        value={given.reason ?? ''}
        error={error}
        onChange={(event) => set({ reason: event.currentTarget.value })}
      />
    )
  if (action === 'remind') return null
  return (
    <Radio.Group
      label={t('dialog.reason')}
      withAsterisk
      value={given.reason ?? null}
      error={error}
      onChange={(reason) => set({ reason })}
    >
      <Stack gap={10} mt={6}>
        {(action === 'decline' ? declineReasons : closeReasons).map((choice) => (
          <Radio key={choice} value={choice} label={t(`reason.${choice}`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
