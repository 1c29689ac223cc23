import { Button, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#ui/dialog.tsx'
import { usePhone } from '#ui/use-phone.ts'
import classes from './lists.module.css'

/** The keyboard shortcuts, and the switch that turns them off. */
export function KeyCard({
  keys,
  isOn,
  onTurn,
  onClose,
}: {
  /** the names of keys that are pressed together or do the same, and what they do */
  keys: readonly { names: readonly string[]; text: string }[]
  isOn: boolean
  onTurn: (on: boolean) => void
  onClose: () => void
}) {
  const { t } = useTranslation('platform')
  return (
    <Dialog
      opened
      losesInput={false}
      onClose={onClose}
      title={t('lists.keys')}
      fullScreen={usePhone()}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Switch
        size="md"
        mb="md"
        label={t('lists.keysOn')}
        checked={isOn}
        onChange={(event) => onTurn(event.currentTarget.checked)}
      />
      <dl className={classes.keys}>
        {keys.map(({ names, text }) => (
          <div key={text}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

/** Opens the card. */
export function KeysHint({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('platform')
  return (
    <p className={classes.keysHint}>
      <Button variant="subtle" onClick={onOpen}>
        {t('lists.keys')}
      </Button>
    </p>
  )
}
