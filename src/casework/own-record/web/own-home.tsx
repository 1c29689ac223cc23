import { Button, Skeleton } from '@mantine/core'
import { IconFolderOpen } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { ownRecords } from './own-record-calls.ts'
import { RecordSection } from './record-section.tsx'

/** What organizations have on record about the signed-in person, and what the person can do about it. */
export function OwnHome({ greeting }: { greeting: string }) {
  const { t } = useTranslation('own-record')
  const { data, isPending, isError, refetch } = useQuery(ownRecords)
  return (
    <>
      <PageHeading title={greeting} lead={t('home.lead')} />
      {isPending && <Skeleton height={320} radius="lg" />}
      {isError && !data && (
        <EmptyState title={t('home.failed')} action={<Button onClick={() => refetch()}>{t('home.retry')}</Button>} />
      )}
      {data?.length === 0 && (
        <EmptyState icon={<IconFolderOpen aria-hidden />} title={t('home.none')}>
          {t('home.noneText')}
        </EmptyState>
      )}
      {data?.map((record) => (
        <RecordSection key={record.contactId} record={record} />
      ))}
    </>
  )
}
