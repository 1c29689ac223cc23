import { Button, Group } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#ui/dialog.tsx'
import classes from './intakes.module.css'

interface RemoveHereProps {
  title: string
  text: string
  onRemove: () => Promise<void>
}

/** Removes what only this device has, after a question. */
export function RemoveHere({ title, text, onRemove }: RemoveHereProps) {
  const { t } = useTranslation('intakes')
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        className={classes.void ?? ''}
        variant="subtle"
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('here.remove')}
      </Button>
      {isAsking && (
        <Dialog opened onClose={() => setAsking(false)} title={title} withCloseButton={false}>
          <p>{text}</p>
          <Group mt="md" justify="flex-end">
            <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
              {t('void.cancel')}
            </Button>
            <Button onClick={() => void onRemove()}>{t('here.removeNow')}</Button>
          </Group>
        </Dialog>
      )}
    </>
  )
}
