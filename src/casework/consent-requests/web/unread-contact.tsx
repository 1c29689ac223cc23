import { Button, Group, Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NotLoaded } from '#platform/web/not-loaded.tsx'

interface UnreadContactProps {
  read: Pick<UseQueryResult, 'isError' | 'refetch'>
  onClose: () => void
}

/** Instead of a form whose person is not there yet, or could not be read. */
export function UnreadContact({ read: { isError, refetch }, onClose }: UnreadContactProps) {
  const { t } = useTranslation('intake-links')
  if (!isError) return <Skeleton height={200} />
  return (
    <>
      <NotLoaded onRetry={refetch} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('staff.cancel')}
        </Button>
      </Group>
    </>
  )
}
