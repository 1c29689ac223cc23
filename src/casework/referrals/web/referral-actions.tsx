import { Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { notify } from '#platform/web/notify.ts'
import type { Referral } from '../referral-call.ts'
import type { ReferralAction } from '../referral-machine.ts'
import { ActionDialog } from './action-dialog.tsx'
import { useTransition } from './referral-calls.ts'
import { refusalText } from './refusal-text.ts'

/** The main action, shown on the right of the title: the first possible one of these. */
const nextUp: ReferralAction[] = ['send', 'accept', 'start', 'resume', 'closeResolved']
/** Shown next to it; the others are in the menu. */
const beside: Partial<Record<ReferralAction, ReferralAction[]>> = {
  accept: ['decline'],
  send: ['recall'],
  start: ['hold'],
  closeResolved: ['hold'],
  resume: ['closeResolved'],
}
/** These need only a click. */
const plain: ReferralAction[] = ['accept', 'resume', 'view']

/** The actions of the state machine that are available to this reader now. */
export function ReferralActions({ referral }: { referral: Referral }) {
  const { t } = useTranslation('referrals')
  const navigate = useNavigate()
  const [asked, setAsked] = useState<ReferralAction | null>(null)
  const { mutateAsync, isPending } = useTransition(referral.id)
  // An open request to reopen is shown elsewhere on the page.
  const possible: ReferralAction[] = referral.actions.filter(
    (action) => action !== 'view' && action !== 'declineReopen' && action !== 'undo',
  )
  if (possible.length === 0) return null
  const next = nextUp.find((action) => possible.includes(action))
  const second = (next ? (beside[next] ?? []) : []).filter((action) => possible.includes(action))
  const offersAllEnds = next === 'closeResolved' || second.includes('closeResolved')
  const rest = possible.filter(
    (action) => action !== next && !second.includes(action) && !(offersAllEnds && action === 'closeUnresolved'),
  )
  const isDraft = referral.status === 'Draft'
  const nameOf = (action: ReferralAction) => {
    if (action === 'recall' && isDraft) return t('action.discard')
    return t(`action.${action === 'reopen' && referral.direction === 'incoming' ? 'askReopen' : action}`)
  }

  const take = async (action: ReferralAction) => {
    if (!plain.includes(action)) return setAsked(action)
    try {
      await mutateAsync({ action, version: referral.version })
      notify(t(`done.${action}`))
    } catch (error) {
      notify(refusalText(error), 'bad')
    }
  }
  return (
    <>
      {rest.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="subtle" leftSection={<IconDots size={20} aria-hidden />}>
              {t('page.more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map((action) => (
              <Menu.Item key={action} onClick={() => take(action)}>
                {nameOf(action)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {referral.mayEdit && (
        <Button component={Link} variant="default" to={`/referrals/${referral.id}/edit`}>
          {t('action.edit')}
        </Button>
      )}
      {second.map((action) => (
        <Button key={action} variant="default" onClick={() => take(action)} disabled={isPending}>
          {nameOf(action)}
        </Button>
      ))}
      {next && (
        <Button onClick={() => take(next)} loading={isPending}>
          {t(`action.${next}`)}
        </Button>
      )}
      {asked && (
        <ActionDialog
          key={asked}
          action={asked}
          referral={referral}
          onClose={() => setAsked(null)}
          {...(asked === 'recall' && isDraft ? { onDone: () => navigate('/referrals?direction=outgoing') } : {})}
        />
      )}
    </>
  )
}
