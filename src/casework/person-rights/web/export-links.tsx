import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** Downloads of everything on record about a person. */
export function ExportLinks({ contactId }: { contactId: string }) {
  const { t, i18n } = useTranslation('person-rights')
  const language = i18n.language === 'es' ? 'es' : 'en'
  return (
    <Group gap="sm">
      {(['pdf', 'json'] as const).map((format) => (
        <Button
          key={format}
          component="a"
          href={`/api/contact/${contactId}/export?format=${format}&language=${language}`}
          download
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t(`rights.${format}`)}
        </Button>
      ))}
    </Group>
  )
}
