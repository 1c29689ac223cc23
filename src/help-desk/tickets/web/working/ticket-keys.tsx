import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyCard } from '#platform/web/lists/key-card.tsx'
import { isAgent } from './working-calls.ts'

const keys = [
  [['j', 'k'], 'move'],
  [['Enter', 'o'], 'open'],
  [['x'], 'choose'],
  [['Shift', 'x'], 'range'],
  [['s'], 'status'],
  [['a'], 'assign'],
  [['m'], 'merge'],
  [['u'], 'undo'],
  [['n'], 'new'],
  [['/'], 'search'],
  [['?'], 'help'],
] as const

/** The keyboard shortcuts of the list of tickets. */
export function TicketKeys(props: Omit<ComponentProps<typeof KeyCard>, 'keys'>) {
  const { t } = useTranslation('tickets')
  const shown = keys
    .filter(([, act]) => (act !== 'assign' && act !== 'merge') || isAgent())
    .map(([names, act]) => ({ names, text: t(`work.keys.${act}`) }))
  return <KeyCard keys={shown} {...props} />
}
