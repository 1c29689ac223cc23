import { Button, Table } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '#platform/schema/locale-of.ts'
import { MoreButton } from '#platform/web/more-button.tsx'
import { NotLoaded } from '#platform/web/not-loaded.tsx'
import type { ImportSummary } from '../import-run.ts'
import { remarkList, reportAddress } from './import-calls.ts'
import classes from './imports.module.css'

interface SectionsProps {
  id: string
  report: ImportSummary
  /** Whether each row and listing is still known. */
  hasDetails: boolean
}

/** What an import says about its rows, files and columns, and what its source no longer contains. */
export function ImportReportSections(props: SectionsProps) {
  const { report } = props
  return (
    <>
      <Reasons {...props} />
      {report.ignored.length > 0 && <Ignored ignored={report.ignored} />}
      {report.missingCount > 0 && !report.listings && <Missing report={report} />}
    </>
  )
}

function Reasons({ id, report, hasDetails }: SectionsProps) {
  const { t, i18n } = useTranslation('imports')
  const [isOpen, setOpen] = useState(false)
  const shown = (count: number) => count.toLocaleString(localeOf(i18n.language))
  const count = report.badCount + report.warningCount
  return (
    <section className={classes.section} aria-labelledby="import-reasons">
      <h2 id="import-reasons">{t('run.reasons')}</h2>
      <p>
        {count
          ? t('run.reasonsText', { bad: shown(report.badCount), warnings: shown(report.warningCount) })
          : t('run.reasonsNone')}
      </p>
      {count > 0 && (
        <ul lang="en">
          {report.reasons.map(({ reason, times }) => (
            <li key={reason}>{t('run.times', { times: shown(times), reason })}</li>
          ))}
        </ul>
      )}
      <div className={classes.line}>
        {hasDetails && count > 0 && !isOpen && (
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('run.each')}
          </Button>
        )}
        {hasDetails && (count > 0 || hasListings(report)) && (
          <Button
            component="a"
            variant="default"
            href={reportAddress(id)}
            leftSection={<IconDownload size={20} aria-hidden />}
          >
            {t('run.download')}
          </Button>
        )}
      </div>
      {isOpen && <Remarks id={id} />}
    </section>
  )
}

const hasListings = ({ listings }: ImportSummary) => Object.values(listings ?? {}).some((count) => count > 0)

function Remarks({ id }: { id: string }) {
  const { t } = useTranslation('imports')
  const list = useInfiniteQuery(remarkList(id))
  const remarks = list.data?.pages.flatMap(({ items }) => items) ?? []
  if (list.isError && !list.data) return <NotLoaded onRetry={list.refetch} />
  return (
    <>
      <Table.ScrollContainer
        minWidth={640}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('run.remarksTable') } }}
      >
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('run.file')}</Table.Th>
              <Table.Th scope="col" className={classes.number}>
                {t('run.line')}
              </Table.Th>
              <Table.Th scope="col">{t('run.column')}</Table.Th>
              <Table.Th scope="col">{t('run.reason')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {remarks.map(({ file, line, columns, reason }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
              <Table.Tr key={at}>
                <Table.Td>{file}</Table.Td>
                <Table.Td className={classes.number}>{line}</Table.Td>
                <Table.Td>{columns}</Table.Td>
                <Table.Td lang="en">{reason}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {list.hasNextPage && (
        <div>
          <MoreButton list={list}>{t('run.more')}</MoreButton>
        </div>
      )}
    </>
  )
}

function Ignored({ ignored }: Pick<ImportSummary, 'ignored'>) {
  const { t } = useTranslation('imports')
  return (
    <section className={classes.section} aria-labelledby="import-ignored">
      <h2 id="import-ignored">{t('run.ignored')}</h2>
      <p>{t('run.ignoredText')}</p>
      <ul>
        {ignored.map(({ file, columns }) => (
          <li key={file}>
            {columns.length
              ? t('run.ignoredColumns', { file, columns: columns.join(', ') })
              : t('run.ignoredFile', { file })}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Missing({ report: { missing, missingCount } }: { report: ImportSummary }) {
  const { t } = useTranslation('imports')
  return (
    <section className={classes.section} aria-labelledby="import-missing">
      <h2 id="import-missing">{t('run.missing')}</h2>
      <p>{t('run.missingText', { count: missingCount })}</p>
      <ul>
        {missing.map(({ entity, key, name }) => (
          <li key={`${entity} ${key}`}>
            {t('run.missingOf', { kind: t(`entity.${entity}` as 'entity.phone'), name: name ?? key })}
          </li>
        ))}
      </ul>
      {missingCount > missing.length && <p>{t('run.missingMore', { count: missingCount - missing.length })}</p>}
    </section>
  )
}
