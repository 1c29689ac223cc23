import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#ui/dialog.tsx'
import { usePhone } from '#ui/use-phone.ts'
import classes from './working.module.css'
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

/** The keyboard shortcuts, and the switch that turns them off. */
export function KeyCard({
  isOn,
  onTurn,
  onClose,
}: {
  isOn: boolean
  onTurn: (on: boolean) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['tickets', 'platform'])
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('work.keys.title')}
      fullScreen={usePhone()}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <Switch
        size="md"
        mb="md"
        label={t('work.keys.on')}
        checked={isOn}
        onChange={(event) => onTurn(event.currentTarget.checked)}
      />
      <dl className={classes.keys}>
        {keys
          .filter(([, act]) => (act !== 'assign' && act !== 'merge') || isAgent())
          .map(([names, act]) => (
            <div key={act}>
              <dt>
                {names.map((name) => (
                  <kbd key={name}>{name}</kbd>
                ))}
              </dt>
              <dd>{t(`work.keys.${act}`)}</dd>
            </div>
          ))}
      </dl>
    </Dialog>
  )
}
