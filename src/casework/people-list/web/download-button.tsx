import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { saveFile } from '#platform/web/save-file.ts'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { exportRoles, type PeopleExport } from '../people-export.ts'
import { exportPeople } from './people-calls.ts'

/** Downloads who matches the search, or who is selected. The words of a search never stand in a URL. */
export function DownloadButton({ query }: { query: PeopleExport }) {
  const { t } = useTranslation('people-list')
  const { mutate, isPending } = useMutation({
    mutationFn: () => exportPeople(query),
    onSuccess: (file) => saveFile(file, 'people.csv'),
  })
  if (!userHasRole(knownUser(), ...exportRoles)) return null
  return (
    <Button
      variant={query.ids ? 'default' : 'subtle'}
      loading={isPending}
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={() => mutate()}
    >
      {t(query.ids ? 'export.chosen' : 'export.all')}
    </Button>
  )
}
