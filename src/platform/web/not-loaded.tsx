import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#ui/empty-state.tsx'

interface NotLoadedProps {
  /** says what could not be loaded */
  title?: string
  onRetry: () => void
}

/** Instead of a part of a screen whose read failed. */
export function NotLoaded({ title, onRetry }: NotLoadedProps) {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={title ?? t('failed.part')}
      action={
        <Button variant="default" onClick={onRetry}>
          {t('failed.retry')}
        </Button>
      }
    />
  )
}
