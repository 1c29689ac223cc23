import { Button } from '@mantine/core'
import { IconDownload, IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { StoredFile } from '#identity/files/file.ts'
import type { SupportRequest } from '../support-request-call.ts'
import { downloadAddress, showAddress } from './ticket-calls.ts'
import classes from './ticket-records.module.css'

/** Opens a picture in a new tab, or saves it. The visible labels are short; screen readers also hear the file name. */
export function ViewFile({ file, label }: { file: StoredFile; label: string }) {
  const { t } = useTranslation('tickets')
  return (
    <Button
      component="a"
      href={showAddress(file.id)}
      target="_blank"
      rel="noopener noreferrer"
      variant="subtle"
      size="sm"
      leftSection={<IconEye size={18} aria-hidden />}
      aria-label={`${label}: ${file.fileName} ${t('page.newTab')}`}
    >
      {t('screenshot.view')}
    </Button>
  )
}
export function DownloadFile({ file, label }: { file: StoredFile; label: string }) {
  const { t } = useTranslation('tickets')
  return (
    <Button
      component="a"
      href={downloadAddress(file.id)}
      download={file.fileName}
      variant="subtle"
      size="sm"
      leftSection={<IconDownload size={18} aria-hidden />}
      aria-label={`${label}: ${file.fileName}`}
    >
      {t('screenshot.download')}
    </Button>
  )
}

/** A ticket's screenshots. */
export function ScreenshotsTable({ files }: { files: SupportRequest['supportRequestFiles'] }) {
  const { t } = useTranslation('tickets')
  const [view, download] = [t('view.viewScreenshot'), t('view.downloadScreenshot')]
  if (files.length === 0) return <p className={classes.none}>{t('view.noScreenshots')}</p>
  return (
    <table className={classes.records}>
      <thead>
        <tr>
          <th scope="col">{t('view.fileName')}</th>
          <th scope="col">{view}</th>
          <th scope="col">{download}</th>
        </tr>
      </thead>
      <tbody>
        {files.map(({ id, file }) => (
          <tr key={id}>
            <th scope="row" className={classes.file} data-label={t('view.fileName')}>
              <span>{file.fileName}</span>
            </th>
            <td data-label={view}>
              <ViewFile file={file} label={view} />
            </td>
            <td data-label={download}>
              <DownloadFile file={file} label={download} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
