import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { saveFile } from '#platform/web/save-file.ts'
import { exportReferrals } from './referral-list-calls.ts'
import type { ReferralFilters } from './use-referral-filters.ts'

/** Downloads what matches the filters, or of it only what is selected. The words of a search never stand in a URL. */
export function ExportButton({ filters, ids }: { filters: ReferralFilters; ids?: string[] }) {
  const { t } = useTranslation('referral-lists')
  const { mutate, isPending } = useMutation({
    mutationFn: () => exportReferrals(filters, ids),
    onSuccess: (file) => saveFile(file, 'referrals.csv'),
  })
  return (
    <Button
      variant={ids ? 'default' : 'subtle'}
      loading={isPending}
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={() => mutate()}
    >
      {t(ids ? 'export.chosen' : 'export.all')}
    </Button>
  )
}
