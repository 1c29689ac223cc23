import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyCard } from '#platform/web/lists/key-card.tsx'

const keys = [
  [['j', 'k'], 'move'],
  [['Enter', 'o'], 'open'],
  [['x'], 'choose'],
  [['Shift', 'x'], 'range'],
  [['m'], 'merge'],
  [['n'], 'new'],
  [['/'], 'search'],
  [['?'], 'help'],
] as const

/** The keyboard shortcuts of the list of people. */
export function PeopleKeys(props: Omit<ComponentProps<typeof KeyCard>, 'keys'>) {
  const { t } = useTranslation('people-list')
  return <KeyCard keys={keys.map(([names, act]) => ({ names, text: t(`keys.${act}`) }))} {...props} />
}
