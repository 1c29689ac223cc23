import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyCard } from '#platform/web/lists/key-card.tsx'
import type { OfferedAction } from './bulk-actions.ts'

/** The key of each action. */
export const actionKeys: Record<OfferedAction, string> = {
  accept: 'a',
  decline: 'd',
  assign: 's',
  view: 'v',
  close: 'c',
  remind: 'r',
  recall: 'l',
}
const moving = [
  [['j', 'k'], 'move'],
  [['Enter', 'o'], 'open'],
  [['x'], 'choose'],
  [['Shift', 'x'], 'range'],
] as const
const others = [
  [['u'], 'undo'],
  [['n'], 'new'],
  [['/'], 'search'],
  [['?'], 'help'],
] as const

/** The keyboard shortcuts of the lists of referrals. */
export function ReferralKeys({
  actions,
  ...props
}: { actions: OfferedAction[] } & Omit<ComponentProps<typeof KeyCard>, 'keys'>) {
  const { t } = useTranslation('referral-lists')
  const named = (keys: typeof moving | typeof others) => keys.map(([names, act]) => ({ names, text: t(`keys.${act}`) }))
  const ofActions = actions.map((action) => ({ names: [actionKeys[action]], text: t(`action.${action}`) }))
  return <KeyCard keys={[...named(moving), ...ofActions, ...named(others)]} {...props} />
}
