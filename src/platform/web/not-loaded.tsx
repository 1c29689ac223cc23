import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#ui/empty-state.tsx'

/** Instead of a part of a screen whose read failed. */
export function NotLoaded({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('failed.part')}
      action={
        <Button variant="default" onClick={onRetry}>
          {t('failed.retry')}
        </Button>
      }
    />
  )
}
