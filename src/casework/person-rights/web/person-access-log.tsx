import { Button } from '@mantine/core'
import { IconBuildingCommunity, IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusChip } from '#ui/status-chip.tsx'
import type { AccessLogEntry } from '../access-log-entry.ts'
import classes from './access-log.module.css'
import { accessLogOf } from './access-log-calls.ts'
import { AccessLogList } from './access-log-list.tsx'

/** One person's access log, with the download of the accounting of disclosures. */
export function PersonAccessLog({ contactId }: { contactId: string }) {
  const { t, i18n } = useTranslation('person-rights')
  const [lists, setLists] = useState(false)
  const log = useInfiniteQuery(accessLogOf(contactId, lists))
  return (
    <AccessLogList
      log={log}
      lists={lists}
      onLists={setLists}
      about={(entry) => <About entry={entry} />}
      foot={
        <>
          <Button
            component="a"
            href={`/api/contact/${contactId}/accessLog/export?language=${i18n.language === 'es' ? 'es' : 'en'}`}
            download
            variant="subtle"
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            {t('log.download')}
          </Button>
          <p className={classes.soft}>{t('log.downloadHelp')}</p>
        </>
      }
    />
  )
}

function About({ entry }: { entry: AccessLogEntry }) {
  const { t } = useTranslation('person-rights')
  return (
    <>
      {entry.need && <p className={classes.soft}>{t('log.for', { need: t(`needs:${entry.need}`) })}</p>}
      {entry.isDisclosure && (
        <StatusChip tone="sky" icon={<IconBuildingCommunity size={16} aria-hidden />}>
          {t('log.disclosed')}
        </StatusChip>
      )}
    </>
  )
}
