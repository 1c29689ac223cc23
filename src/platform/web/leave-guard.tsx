import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'
import { Dialog } from '#ui/dialog.tsx'

/** While something is unsaved, the browser asks in its own words before the tab is closed or loaded again. */
export function useUnloadQuestion(isChanged: boolean) {
  useEffect(() => {
    if (!isChanged) return
    const leaving = new AbortController()
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal: leaving.signal })
    return () => leaving.abort()
  }, [isChanged])
}

/** Asks before leaving a screen with unsaved changes; when the tab is closed, the browser asks in its own words. */
export function LeaveGuard({ isChanged, onSave }: { isChanged: boolean; onSave: () => Promise<boolean> }) {
  const { t } = useTranslation('platform')
  // An ended session leads to the front page, where the person can no longer save anything.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged && nextLocation.pathname !== currentLocation.pathname && nextLocation.pathname !== '/',
  )
  useUnloadQuestion(isChanged)
  const [isSaving, setSaving] = useState(false)
  if (blocker.state !== 'blocked') return null
  const save = async () => {
    setSaving(true)
    const isSaved = await onSave()
    setSaving(false)
    if (isSaved) blocker.proceed()
    else blocker.reset()
  }
  return (
    <Dialog
      opened
      onClose={isSaving ? () => undefined : blocker.reset}
      title={t('leave.title')}
      withCloseButton={false}
      size={500}
    >
      <Text mb="md">{t('leave.text')}</Text>
      <Group justify="flex-end">
        <Button variant="subtle" onClick={blocker.reset} disabled={isSaving}>
          {t('leave.stay')}
        </Button>
        <Button variant="default" onClick={blocker.proceed} disabled={isSaving}>
          {t('leave.discard')}
        </Button>
        <Button onClick={save} loading={isSaving} data-autofocus>
          {t('form.save')}
        </Button>
      </Group>
    </Dialog>
  )
}
